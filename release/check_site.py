"""Every link of a built site leads somewhere, and nothing is fetched from another host: `./run docs` asks.

    python release/check_site.py build/site

Pages and style sheets are read as a browser would find them in a folder behind a plain file server.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

#: What a browser fetches by itself; anything else is only followed when somebody clicks.
FETCHED = {
    "script": ("src",), "img": ("src", "srcset"), "iframe": ("src",), "link": ("href",), "object": ("data",),
    "source": ("src", "srcset"), "video": ("src", "poster"), "audio": ("src",), "embed": ("src",),
}  # fmt: skip
#: Links of these kinds are read by machines, and nothing is fetched.
TOLD = {"canonical", "alternate", "prev", "next", "author", "license"}
ELSEWHERE = ("http", "https", "//")
_IN_STYLE = re.compile(r"""(?:url\(\s*["']?|@import\s+["'])([^"')\s;]+)""")


@dataclass
class Read(HTMLParser):
    """What a page links to, and which places of its own can be linked to."""

    followed: list[str] = field(default_factory=list)
    fetched: list[str] = field(default_factory=list)
    places: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """One element."""
        said = {name: value or "" for name, value in attrs}
        self.places |= {said[name] for name in ("id", "name") if name in said}
        if tag in ("a", "area") and "href" in said:
            self.followed.append(said["href"])
        if tag == "link" and set(said.get("rel", "").split()) & TOLD:
            return
        for name in FETCHED.get(tag, ()):
            if name == "srcset":
                self.fetched += [part.split()[0] for part in said.get(name, "").split(",") if part.strip()]
            elif name in said:
                self.fetched.append(said[name])
        self.fetched += _IN_STYLE.findall(said.get("style", ""))


@cache
def read(page: Path) -> Read:
    """A page, read once."""
    found = Read()
    found.feed(page.read_text(encoding="utf-8"))
    return found


def target(page: Path, link: str) -> Path:
    """The file that a link of a page leads to."""
    place = page.parent / unquote(urlsplit(link).path) if urlsplit(link).path else page
    return (place / "index.html" if place.is_dir() else place).resolve()


def problems(folder: Path) -> Iterator[str]:
    """What is wrong with the site, a line each."""
    root = folder.resolve()
    for page in sorted(root.rglob("*.html")):
        found = read(page)
        for link in found.fetched:
            yield from _wrong(root, page, link, fetched=True)
        for link in found.followed:
            yield from _wrong(root, page, link, fetched=False)
    for sheet in sorted(root.rglob("*.css")):
        for link in _IN_STYLE.findall(sheet.read_text(encoding="utf-8")):
            yield from _wrong(root, sheet, link, fetched=True)


def _wrong(root: Path, page: Path, link: str, *, fetched: bool) -> Iterator[str]:
    where = page.relative_to(root).as_posix()
    scheme = urlsplit(link).scheme or ("//" if link.startswith("//") else "")
    if scheme in ELSEWHERE:
        if fetched:
            yield f"{where}: fetches {link} from another host"
    elif scheme in ("data", "mailto", "blob") or link.startswith("javascript:"):
        return
    elif link.startswith("/"):
        yield f"{where}: {link} is right only where the site is at the root of its host"
    else:
        file = target(page, link)
        anchor = unquote(urlsplit(link).fragment)
        if not file.is_relative_to(root):
            yield f"{where}: {link} leads out of the site"
        elif not file.is_file():
            yield f"{where}: {link} leads nowhere"
        elif anchor and file.suffix == ".html" and anchor not in read(file).places:
            yield f"{where}: {link} names a place that is not there"


def main() -> None:
    """The command."""
    folder = Path(sys.argv[1])
    pages = sum(1 for _ in folder.rglob("*.html"))
    wrong = sorted(set(problems(folder)))
    if wrong or not pages:
        sys.exit("\n".join([*wrong, f"check_site: {len(wrong)} wrong links in {pages} pages of {folder}"]))
    links = sum(
        len(read(page).followed) + len(read(page).fetched) for page in folder.resolve().rglob("*.html")
    )
    print(f"{folder}: {links} links of {pages} pages lead somewhere, and none fetches from another host")


if __name__ == "__main__":
    main()
