"""For every test and doctest: what the package keeps on disk goes to a folder of this run. Long ones wait.

Generated cases are the same in every run, so that what passed once passes again; new ones are looked for with
`./run test --hypothesis-profile explore`.
"""

from __future__ import annotations

import os
from importlib.util import find_spec

import pytest

from volume import VARIABLE

if find_spec("hypothesis"):  # which the environment of a learner (./run learn test) is without
    from hypothesis import settings

    settings.register_profile("same", derandomize=True)
    settings.register_profile("explore", derandomize=False)
    settings.load_profile("same")

#: A program for tests, not a module of them.
collect_ignore = ["tests/bots/hostile.py"]


@pytest.fixture(scope="session", autouse=True)
def _cache_of_this_run(tmp_path_factory: pytest.TempPathFactory) -> None:
    base = tmp_path_factory.getbasetemp()
    # Workers of one run share it: an automaton is built once.
    base = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    os.environ["XDG_CACHE_HOME"] = str(base / "cache")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--long"):
        os.environ[VARIABLE] = "yes"
    else:
        os.environ.pop(VARIABLE, None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also the tests that take long (marked so)")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long"):
        return
    left_out = [item for item in items if item.get_closest_marker("long")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
