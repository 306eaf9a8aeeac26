"""Layers look down only: the include graph of the core and the import graph of the package are drawn."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CORE = ROOT / "cpp" / "core"
PACKAGE = ROOT / "src" / "optimeld"
LISTED = tomllib.loads((ROOT / "tests" / "layers.toml").read_text(encoding="utf-8"))
Graph = dict[str, set[str]]


# The core: files by their path without ending, so that a header and its source are one.


def core_graph() -> Graph:
    graph: Graph = {}
    for file in sorted([*CORE.rglob("*.hpp"), *CORE.rglob("*.cpp")]):
        name = file.relative_to(CORE).with_suffix("").as_posix()
        if name.startswith("tests/"):
            continue
        found = re.findall(r'^#include "(.+)\.hpp"', file.read_text(encoding="utf-8"), re.MULTILINE)
        graph.setdefault(name, set()).update(set(found) - {name})
    return graph


def test_every_include_of_the_core_is_a_file_of_the_core() -> None:
    graph = core_graph()
    for name, included in graph.items():
        for other in included:
            assert other in graph, f"{name} includes {other}, which is written from cpp/core and is not there"


def test_the_core_looks_down_only() -> None:
    order = [folder for layer in LISTED["layer"] for folder in layer["core"]]
    allowed = {tuple(each["core"]) for each in LISTED["exception"] if "core" in each}
    upwards = [
        f"{name} -> {other}"
        for name, included in core_graph().items()
        for other in included
        if order.index(folder_of(other)) > order.index(folder_of(name))
        and not {(name, other), (name, folder_of(other))} & allowed
    ]
    assert upwards == []


def test_no_file_of_the_core_comes_back_to_itself() -> None:
    assert circle(core_graph()) == []


def folder_of(name: str) -> str:
    return name.partition("/")[0]


# The package: modules by their path; imports at the top of a module, and those made when they are needed.


def imports(tree: ast.AST, package: str, *, lazy: bool) -> Iterator[str]:
    """What a module imports of ours; `lazy`: only what it imports inside functions, otherwise all else."""
    inside = {
        node
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
    }
    for node in ast.walk(tree):
        if (node in inside) != lazy:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{package} imports relative to itself"
            for alias in node.names:
                yield f"{node.module}.{alias.name}"


def package_graph(*, lazy: bool) -> Graph:
    files = {module_of(file): file for file in sorted(PACKAGE.rglob("*.py"))}
    graph: Graph = {}
    for name, file in files.items():
        tree = ast.parse(file.read_text(encoding="utf-8"))
        found = set()
        for imported in imports(tree, name, lazy=lazy):
            # `from optimeld.x import y` may mean a module y, or a name in x.
            for candidate in (imported, imported.rpartition(".")[0]):
                if candidate in files and candidate != "optimeld":
                    found.add(candidate)
                    break
        graph[name] = found - {name}
    return graph


def module_of(file: Path) -> str:
    parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def part_of(module: str) -> str:
    """`optimeld.web.api` is of the part `web`."""
    return module.split(".")[1]


PARTS = [part for layer in LISTED["layer"] for part in layer["package"]]
LEVELS = {part: level for level, layer in enumerate(LISTED["layer"]) for part in layer["package"]}
#: The package itself, and what starts the command line, belong to no layer.
OUTSIDE = {"optimeld", "optimeld.__main__"}


def test_every_module_of_the_package_has_a_layer() -> None:
    there = {part_of(module) for module in package_graph(lazy=False) if module not in OUTSIDE}
    assert there == set(PARTS)
    assert len(PARTS) == len(LEVELS), "a part is listed twice"


@pytest.mark.parametrize("lazy", [False, True], ids=["at the top", "when needed"])
def test_the_package_looks_down_only(lazy: bool) -> None:
    upwards = [
        f"{module} -> {other}"
        for module, imported in package_graph(lazy=lazy).items()
        for other in imported
        if module not in OUTSIDE and LEVELS[part_of(other)] > LEVELS[part_of(module)]
    ]
    assert upwards == []


def test_no_module_imports_itself_in_a_circle() -> None:
    graph = package_graph(lazy=False)
    # A package's names may be taken from its modules, which need not look at it.
    assert circle({module: others for module, others in graph.items() if module not in OUTSIDE}) == []


# Both


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    """A way from some node back to itself; empty where there is none."""
    done: set[str] = set()

    def walk(node: str, path: list[str]) -> list[str]:
        if node in path:
            return [*path[path.index(node) :], node]
        if node in done:
            return []
        for other in sorted(graph.get(node, ())):
            if found := walk(other, [*path, node]):
                return found
        done.add(node)
        return []

    return next((found for node in sorted(graph) if (found := walk(node, []))), [])


def test_a_circle_is_found() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"a"}}) == ["a", "b", "c", "a"]
    assert circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_the_readmes_map_is_this_one() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    table = readme[readme.index("| layer |") :].split("\n\n")[0].splitlines()[2:]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table]
    shown = [(name, names_in(core), names_in(package)) for name, core, package in rows]
    listed = [
        (
            layer["name"],
            [f"{folder}/" for folder in layer["core"] if (CORE / folder).is_dir()],
            [f"{part}/" if (PACKAGE / part).is_dir() else part for part in layer["package"]],
        )
        for layer in LISTED["layer"]
    ]
    assert shown == listed


def names_in(cell: str) -> list[str]:
    return re.findall(r"`([\w/]+)`", cell)
