from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import optimeld

PACKAGE = Path(optimeld.__file__).parent


def test_every_public_name_can_be_had_and_is_listed() -> None:
    assert set(optimeld._HOMES) | {"__version__"} == set(optimeld.__all__)
    for name in optimeld.__all__:
        assert getattr(optimeld, name) is not None
        assert name in dir(optimeld)


def test_no_two_types_of_the_package_share_a_name() -> None:
    """One word for one thing: classes, and the names that are given to types, of whatever module."""
    homes = defaultdict(list)
    for file in sorted(PACKAGE.rglob("*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            name = getattr(node, "name", "") if isinstance(node, ast.ClassDef) else alias_in(node)
            # A letter alone is a type variable; what begins with an underscore is nobody else's.
            if len(name) > 1 and not name.startswith("_"):
                homes[name].append(file.relative_to(PACKAGE).as_posix())
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}


def alias_in(node: ast.AST) -> str:
    """`Table = tuple[Meld, ...]` names a type; constants are written large."""
    if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
        return ""
    name = node.targets[0].id
    return name if name[:1].isupper() and not name.isupper() else ""
