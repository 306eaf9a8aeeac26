"""The pages and the files they are made of, straight from the package: nothing here needs the framework.

Every page is its own part of `html/` inside the one shell. Files are read when they are asked for, so that an
edit counts at once; which files there are is settled when the server starts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

HTML = Path(__file__).parent / "html"
STATIC = Path(__file__).parent / "static"
#: The puzzles that come with the package; the page reads the very file.
PUZZLES = Path(__file__).parents[1] / "arena" / "data" / "puzzles.txt"

NAVIGATION = {
    "/play": "Play", "/analyse": "Analyse", "/puzzles": "Puzzles", "/review": "Review", "/odds": "Odds",
    "/docs": "API",
}  # fmt: skip


@dataclass(frozen=True)
class Page:
    """What a page has of its own, and where in the navigation it belongs."""

    name: str
    title: str
    description: str
    styles: tuple[str, ...]
    under: str

    def html(self, static: Path = STATIC) -> bytes:
        """The page, in its shell. `static`: where its scripts are."""
        script = f"/static/js/{self.name}/main.js"
        styles = [f"/static/css/{style}.css" for style in ("base", *self.styles)]
        links = [f'  <link rel="stylesheet" href="{style}">' for style in styles]
        # All modules are asked for at once, not each when another turns out to need it.
        links += [f'  <link rel="modulepreload" href="{m}">' for m in (script, *modules(script, static))]
        here = ' aria-current="page"'
        nav = [
            f'    <a href="{path}"{here if path == self.under else ""}>{title}</a>'
            for path, title in NAVIGATION.items()
        ]
        shell = Template((HTML / "shell.html").read_text(encoding="utf-8"))
        return shell.substitute(
            title=self.title, description=self.description, script=script, links="\n".join(links),
            nav="\n".join(nav), main=(HTML / f"{self.name}.html").read_text(encoding="utf-8"),
        ).encode()  # fmt: skip


_WELCOME = Page(
    "welcome", "Get better at Rummikub",
    "Play Rummikub against opponents of every strength, and see the best play in any position, proved.",
    ("tile", "board", "welcome"), "/",
)  # fmt: skip
_ANALYSE = Page(
    "analyse", "Analyse",
    "Lay out a Rummikub position and see the best play, proved, and how to carry it out.",
    ("tile", "board", "analyse"), "/analyse",
)  # fmt: skip
_PLAY = Page("play", "Play", "Play Rummikub against the engine.", ("tile", "board", "play"), "/play")
_REVIEW = Page(
    "review", "Review", "A finished game of Rummikub, turn by turn.", ("tile", "board", "review"), "/review"
)
_ODDS = Page(
    "odds", "Odds", "Exact odds in Rummikub: winning hands, openings.", ("tile", "review", "odds"), "/odds"
)
_PUZZLES = Page(
    "puzzles", "Puzzles", "A Rummikub puzzle a day, and as many more as you like: each has one answer.",
    ("tile", "board", "puzzles"), "/puzzles",
)  # fmt: skip
_LOST = Page("lost", "Not here", "There is no such page.", ("tile", "lost"), "")
_DOCS = Page("docs", "API", "The HTTP API of optimeld.", ("tile", "docs"), "/docs")

#: The pages by path. `/play`, `/join` and `/review` are followed by a key, which the page itself reads.
PAGES = {
    "/": _WELCOME, "/analyse": _ANALYSE, "/play": _PLAY, "/puzzles": _PUZZLES, "/review": _REVIEW,
    "/odds": _ODDS, "/docs": _DOCS,
}  # fmt: skip
GAME_PAGES = {"play": _PLAY, "join": _PLAY, "review": _REVIEW}

_TYPES = {
    ".html": b"text/html; charset=utf-8",
    ".css": b"text/css; charset=utf-8",
    ".js": b"text/javascript; charset=utf-8",
    ".svg": b"image/svg+xml",
    ".txt": b"text/plain; charset=utf-8",
}
_IMPORT = re.compile(r"""^\s*(?:import|export)\b[^"';=(]*?["'](\.[^"']+)["']""", re.MULTILINE)


def modules(script: str, static: Path = STATIC) -> list[str]:
    """The modules that a script needs, and those that they need, without itself.

    >>> modules("/static/js/docs/main.js")[:2]
    ['/static/js/shared/dom.js', '/static/js/shared/http.js']
    """
    static = static.resolve()
    found: set[Path] = set()
    ahead = [static / script.removeprefix("/static/")]
    while ahead:
        module = ahead.pop()
        for name in _IMPORT.findall(module.read_text(encoding="utf-8")):
            needed = (module.parent / name).resolve()
            if needed not in found:
                found.add(needed)
                ahead.append(needed)
    return sorted(f"/static/{module.relative_to(static).as_posix()}" for module in found)


def page_at(path: str) -> Page | None:
    """The page with this path, if there is one.

    >>> page_at("/play/abc").title, page_at("/nowhere"), page_at("/play/a/b")
    ('Play', None, None)
    """
    _, _, rest = path.partition("/")
    name, slash, key = rest.partition("/")
    return GAME_PAGES.get(name) if slash and key and "/" not in key else PAGES.get(path)


class Pages:
    """Answers for pages and files, and hands on all other requests."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._files = {
            f"/static/{file.relative_to(STATIC).as_posix()}": file
            for file in STATIC.rglob("*")
            if file.suffix in _TYPES
        }
        self._files["/favicon.ico"] = STATIC / "icon.svg"
        self._files["/static/puzzles.txt"] = PUZZLES

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found, status = None, 200
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            # Links to positions were once to the first page.
            old_link = scope["path"] == "/" and scope["query_string"].startswith(b"p=")
            found = self._find("/analyse" if old_link else scope["path"])
            if found is None and _wants_a_page(scope):
                found = _TYPES[".html"], _LOST.html()
                status = 404
        if found is None:
            await self.app(scope, receive, send)
            return
        kind, body = found
        tag = b'"%s"' % blake2b(body, digest_size=12).hexdigest().encode()
        known = (b"if-none-match", tag) in scope["headers"]
        headers = [(b"etag", tag)]
        if not known:
            headers += [(b"content-type", kind), (b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": 304 if known else status, "headers": headers})
        await send(
            {"type": "http.response.body", "body": b"" if known or scope["method"] == "HEAD" else body}
        )

    def _find(self, path: str) -> tuple[bytes, bytes] | None:
        if file := self._files.get(path):
            return _TYPES[file.suffix], file.read_bytes()
        page = page_at(path)
        return (_TYPES[".html"], page.html()) if page else None


def _wants_a_page(scope: Scope) -> bool:
    """Whether somebody follows an address that no page has, rather than a program that asks the API."""
    if scope["path"].startswith(("/api/", "/static/")) or scope["path"] == "/openapi.json":
        return False
    return any(name == b"accept" and b"text/html" in value for name, value in scope["headers"])
