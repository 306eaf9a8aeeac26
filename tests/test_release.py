"""What goes out: the package's page and the static site say nothing that leads nowhere."""

from __future__ import annotations

import doctest
from pathlib import Path

import check_site
import links
import pytest

import optimeld

ROOT = Path(__file__).parents[1]
KNOWN = {
    "GITHUB_SERVER_URL": "https://host.example",
    "GITHUB_REPOSITORY": "us/it",
    "GITHUB_SHA": "1a2b",
}


def test_the_examples_of_the_links_are_true() -> None:
    assert doctest.testmod(links).failed == 0


def test_a_build_that_knows_its_repository_says_every_link_and_picture_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in KNOWN:
        monkeypatch.delenv(name, raising=False)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert links.dynamic_metadata("readme", {})["text"] == readme
    assert links.dynamic_metadata("urls", {}) == {}
    for name, value in KNOWN.items():
        monkeypatch.setenv(name, value)
    text = links.dynamic_metadata("readme", {})["text"]
    assert "](docs/" not in text
    for picture in (ROOT / "docs" / "pictures").glob("*"):
        if f"docs/pictures/{picture.name}" in readme:
            assert f"(https://host.example/us/it/raw/1a2b/docs/pictures/{picture.name})" in text
    assert links.dynamic_metadata("urls", {})["Homepage"] == "https://host.example/us/it"


def test_what_is_wrong_with_a_site_is_found(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "index.html").write_text('<h1 id="top">A</h1>', encoding="utf-8")
    (tmp_path / "style.css").write_text("@import url(https://host.example/x.css);", encoding="utf-8")
    (tmp_path / "index.html").write_text(
        """<a href="a/">right</a> <a href="a/?p=K1#top">right</a> <a href="https://host.example">right</a>
        <a href="b/">1</a> <a href="a/#bottom">2</a> <a href="../">3</a> <a href="/a">4</a>
        <img src="https://host.example/x.png"> <link rel="canonical" href="https://host.example">""",
        encoding="utf-8",
    )
    assert sorted(check_site.problems(tmp_path)) == [
        "index.html: ../ leads out of the site",
        "index.html: /a is right only where the site is at the root of its host",
        "index.html: a/#bottom names a place that is not there",
        "index.html: b/ leads nowhere",
        "index.html: fetches https://host.example/x.png from another host",
        "style.css: fetches https://host.example/x.css from another host",
    ]


def test_every_public_name_is_in_the_reference() -> None:
    reference = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    for name, home in optimeld._HOMES.items():
        module, _, its_name = home.partition(":")
        assert f"::: optimeld.{module}.{its_name or name}\n" in reference
