"""The guides are true: their Python runs, and what they link to is there."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
GUIDES = sorted(DOCS.glob("*.md"))
#: Pages of the board beside the documentation in the built site.
BOARD = {"play", "analyse", "puzzles", "odds"}


@pytest.mark.parametrize(
    "guide",
    [guide for guide in GUIDES if ">>>" in guide.read_text(encoding="utf-8")],
    ids=lambda guide: guide.name,
)
def test_the_python_of_a_guide_runs(guide: Path) -> None:
    failed, tried = doctest.testfile(
        str(guide), module_relative=False, encoding="utf-8", optionflags=doctest.IGNORE_EXCEPTION_DETAIL
    )
    assert failed == 0
    assert tried > 0


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_what_a_guide_links_to_is_there(guide: Path) -> None:
    missing = []
    for link in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", guide.read_text(encoding="utf-8")):
        if link.startswith(("http://", "https://")):
            continue
        if link.startswith("../") and link.strip("./") in BOARD:
            continue
        if not (guide.parent / link).exists():
            missing.append(link)
    assert missing == []


def test_every_page_of_the_documentation_is_there() -> None:
    listed = set(re.findall(r'"([\w-]+\.md)"', (ROOT / "zensical.toml").read_text(encoding="utf-8")))
    assert listed - {guide.name for guide in GUIDES} == set()
    assert "tutorial.md" in listed
