"""For every test and doctest: what the package keeps on disk goes to a folder of this run."""

from __future__ import annotations

import os

import pytest


@pytest.fixture(scope="session", autouse=True)
def _cache_of_this_run(tmp_path_factory: pytest.TempPathFactory) -> None:
    os.environ["XDG_CACHE_HOME"] = str(tmp_path_factory.getbasetemp() / "cache")
