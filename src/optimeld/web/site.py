"""The static board: a folder that any host can serve, with the engine in the page itself.

    python -m optimeld.web.site build/site build/wasm/optimeld.wasm

The pages, scripts and styles are those of `serve`; one module is another (`transport.js`), so that questions
go to a worker instead of a server. Links are relative: the folder works under any path.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import shutil
from hashlib import blake2b
from pathlib import Path
from typing import Any

from optimeld import __version__
from optimeld.rules import Rules
from optimeld.web.limits import CONTENT_SECURITY_POLICY
from optimeld.web.odds_work import CountJob, ExactOpeningJob
from optimeld.web.opponents import OPPONENTS
from optimeld.web.pages import GAME_PAGES, PAGES, PUZZLES, STATIC, Page

#: The server's policy as a page can state it (framing is for headers alone), with WebAssembly allowed.
POLICY = (
    CONTENT_SECURITY_POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'").replace(
        "; frame-ancestors 'none'", ""
    )
    + "; worker-src 'self'"
)
#: Pages that only a server can answer.
LEFT_OUT = {"docs"}
#: What is built along with the documentation: programs, and pages that know only the root of a host.
NOT_DOCS = ("*.py", "404.html", "sitemap.xml*", "objects.inv")
#: Boxes whose exact counts come with the page, as those of its controls.
JOKERS = (0, 1, 2)
OPENING_POINTS = (30, 40, 50)
LARGEST_OPENING = 24
#: The tables, and what making them anew may take: seconds for each, and bytes.
TABLES = Path(__file__).parent / "odds_tables.json"
PATIENCE, MEMORY = 3600.0, 1 << 30

_TRANSPORT = """// Who answers the pages: the engine in a worker of the page.

export { get, post, stream } from "../engine/client.js";
"""
_ABSOLUTE = re.compile(r'\b(href|src)="/([^"]*)"')


def build_site(folder: Path, wasm: Path, *, docs: Path | None = None) -> None:
    """Writes the whole site, and whatever `docs` holds below `docs/`."""
    if folder.exists():
        shutil.rmtree(folder)
    static = folder / "static"
    shutil.copytree(STATIC, static, ignore=shutil.ignore_patterns("docs", "docs.css"))
    (static / "js" / "shared" / "transport.js").write_text(_TRANSPORT, encoding="utf-8")
    engine = static / "engine"
    engine.mkdir()
    shutil.copyfile(wasm, engine / "optimeld.wasm")
    _write_json(engine / "opponents.json", [opponent.to_json() for opponent in OPPONENTS])
    _write_json(engine / "odds.json", odds_tables())
    shutil.copyfile(PUZZLES, static / "puzzles.txt")
    for place, page in pages().items():
        target = folder / place / "index.html"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(page_html(page, place, static, docs=docs is not None), encoding="utf-8")
    _write_json(folder / "manifest.webmanifest", manifest())
    (folder / "sw.js").write_text(service_worker(folder), encoding="utf-8")
    if docs is not None:
        shutil.copytree(docs, folder / "docs", ignore=shutil.ignore_patterns(*NOT_DOCS))


def pages() -> dict[str, Page]:
    """The pages by their folder; the first page is in the root.

    >>> sorted(place for place in pages() if place in ("", "play", "review", "docs"))
    ['', 'play', 'review']
    """
    found = {path.strip("/"): page for path, page in PAGES.items()}
    found |= GAME_PAGES
    return {place: page for place, page in found.items() if page.name not in LEFT_OUT}


def page_html(page: Page, place: str, static: Path, *, docs: bool = False) -> str:
    """The page of the server, with its links made relative and the engine in it."""
    root = "../" * (place.count("/") + 1) if place else "./"
    html = page.html(static).decode()
    navigation = f'    <a href="{root}docs/">Docs</a>' if docs else ""
    html = re.sub(r'^ *<a href="/docs".*$', navigation, html, flags=re.MULTILINE)
    html = _ABSOLUTE.sub(lambda link: f'{link[1]}="{_relative(link[2], root)}"', html)
    head = [
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        f'<link rel="manifest" href="{root}manifest.webmanifest">',
    ]
    if "/engine/client.js" in html:
        # Before all others: a browser asks a host for few files at a time, and nothing takes longer to come.
        head += [
            f'<link rel="preload" href="{root}static/engine/optimeld.wasm" as="fetch" crossorigin>',
            f'<script type="module" async src="{root}static/js/engine/module.js"></script>',
        ]
    html = html.replace('<html lang="en"', '<html lang="en" data-engine="page"', 1)
    return html.replace("<title>", "\n  ".join([*head, "<title>"]), 1)


def _relative(path: str, root: str) -> str:
    """A path of the server as the folder has it: a page is a folder, a file a file."""
    path, mark, rest = path.partition("?")
    page = path and "." not in path.rpartition("/")[2]
    return root + path + ("/" if page else "") + mark + rest


def odds_tables() -> dict[str, dict[str, Any]]:
    """The tables of the odds page, by the numbers of their rules: worked out once, and shipped.

    >>> sorted(odds_tables())
    ['count', 'opening']
    """
    tables: dict[str, dict[str, Any]] = json.loads(TABLES.read_text(encoding="utf-8"))
    return tables


def make_odds_tables() -> dict[str, dict[str, Any]]:
    """The same, worked out anew: minutes of work."""
    count, opening = {}, {}
    for jokers in JOKERS:
        rules = Rules(jokers=jokers)
        box = [rules.values, rules.colours, rules.copies, rules.jokers, rules.min_meld]
        count["-".join(map(str, box))] = CountJob(rules, rules.tiles_in_box, PATIENCE, MEMORY).run()
        for points in OPENING_POINTS:
            job = ExactOpeningJob(rules.replace(opening_points=points), LARGEST_OPENING, PATIENCE, MEMORY)
            opening["-".join(map(str, [*box, points]))] = job.run()
    return {"count": count, "opening": opening}


def manifest() -> dict[str, Any]:
    """What a device needs to know to install the board."""
    return {
        "name": "optimeld",
        "short_name": "optimeld",
        "description": "Play Rummikub, and see the best play in any position, proved.",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#14532d",
        "theme_color": "#14532d",
        "icons": [{"src": "static/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}],
    }


def service_worker(folder: Path) -> str:
    """The service worker, with the list of all files so far; its version changes with any of them."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    digest = blake2b(digest_size=12)
    for path in files:
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    names = [path.relative_to(folder).as_posix().removesuffix("index.html") or "./" for path in files]
    site = {"version": f"optimeld-{__version__}-{digest.hexdigest()}", "files": names}
    script = (folder / "static" / "js" / "engine" / "offline.js").read_text(encoding="utf-8")
    return f"self.site = {json.dumps(site)};\n\n{script}"


def _write_json(path: Path, data: object) -> None:
    path.write_text(json.dumps(data, separators=(",", ":")), encoding="utf-8")


def compressed_size(folder: Path) -> int:
    """What a visitor downloads in all, without the documentation, as hosts compress it (gzip)."""
    files = [path for path in folder.rglob("*") if path.is_file() and "docs" not in path.parts]
    return sum(len(gzip.compress(path.read_bytes(), 9, mtime=0)) for path in files)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Builds the static board.")
    parser.add_argument("folder", type=Path, nargs="?", default=Path("build/site"))
    parser.add_argument("wasm", type=Path, nargs="?", default=Path("build/wasm/optimeld.wasm"))
    parser.add_argument("--tables", action="store_true", help="only work out the odds tables anew")
    parser.add_argument("--docs", type=Path, help="a built documentation to put beside it")
    given = parser.parse_args()
    if given.tables:
        _write_json(TABLES, make_odds_tables())
        return
    build_site(given.folder, given.wasm, docs=given.docs)
    print(
        f"{given.folder}: {compressed_size(given.folder) / 1e3:.0f} kB compressed, without the documentation"
    )


if __name__ == "__main__":
    main()
