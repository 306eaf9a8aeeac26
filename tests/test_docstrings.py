"""Every public name says what it is, and those of the top level show it by an example that is run."""

from __future__ import annotations

import doctest
import inspect
from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

import pytest

import optimeld

#: The modules and packages whose names are meant for everyone.
PUBLIC = (
    "tiles", "rules", "melds", "notation", "position", "solver", "analysis", "steps", "legality", "game",
    "agents", "arena", "records", "counting", "strategy", "envs", "moves", "goals", "errors", "universe",
)  # fmt: skip
#: Values, of which their type tells.
VALUES = {"JOKER", "__version__"}


def modules(name: str) -> Iterator[ModuleType]:
    module = import_module(f"optimeld.{name}")
    yield module
    for inner in iter_modules(getattr(module, "__path__", ())):
        yield import_module(f"{module.__name__}.{inner.name}")


def public(module: ModuleType) -> Iterator[tuple[str, object]]:
    """The classes and functions that a module defines for others, and what the classes can do."""
    for name, thing in vars(module).items():
        if name.startswith("_") or getattr(thing, "__module__", None) != module.__name__:
            continue
        if inspect.isclass(thing) or inspect.isfunction(thing):
            yield name, thing
        if inspect.isclass(thing):
            for inner, member in vars(thing).items():
                member = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
                if not inner.startswith("_") and inspect.isfunction(member):
                    yield f"{name}.{inner}", member


def says_something(thing: object) -> bool:
    text = thing.__doc__ or ""
    # A dataclass without a docstring is given its signature for one.
    return bool(text.strip()) and not text.startswith(f"{getattr(thing, '__name__', '')}(")


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_says_what_it_is(name: str) -> None:
    named = [
        (f"{module.__name__}.{label}", thing) for module in modules(name) for label, thing in public(module)
    ]
    assert named
    assert [label for label, thing in named if not says_something(thing)] == []


def test_every_name_of_the_top_level_has_an_example() -> None:
    """The examples themselves are run as doctests, with the rest of the suite."""
    parser = doctest.DocTestParser()
    without = [
        name
        for name in set(optimeld.__all__) - VALUES
        if not parser.get_examples(inspect.getdoc(getattr(optimeld, name)) or "")
    ]
    assert without == []


def test_the_values_of_the_top_level_are_values() -> None:
    assert not any(callable(getattr(optimeld, name)) for name in VALUES)
