"""How soon the static board answers in a real browser: a folder behind a plain file server.

    ./run docs && ./run python bench/page_site.py [--loads 7] [--edits 60] [--json]

*Cold*: from asking for the analysis page with a position in its address, in a browser that has never been
there, until its proved answer is painted. *Edit*: as in `page_web.py`, from lifting the finger off a tile
until the answer to the new position stands in the page, and until it is painted. The size is what a host that
compresses sends in all, without the documentation.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from page_web import chromium, mid_game, open_position, spread, time_edits
from playwright.sync_api import Browser

from optimeld.bench.corpus import Entry
from optimeld.web.site import compressed_size

SITE = Path(__file__).resolve().parents[1] / "build" / "site"


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """Python's own file server, in a process of its own; gives where the analysis page is."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "-d", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        port = server.stdout.readline().split(" port ")[1].split()[0]
        try:
            yield f"http://127.0.0.1:{port}/analyse"
        finally:
            server.terminate()


def time_load(browser: Browser, url: str, entry: Entry) -> float:
    """Milliseconds of a first visit."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    began = time.perf_counter()
    open_position(page, url, entry)
    took = time.perf_counter() - began
    context.close()
    return 1000 * took


def main() -> None:
    """Measures all three, and says what came of it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--site", type=Path, default=SITE)
    parser.add_argument("--loads", type=int, default=7)
    parser.add_argument("--edits", type=int, default=60)
    parser.add_argument("--json", action="store_true", dest="as_json")
    options = parser.parse_args()
    if not options.site.exists():
        sys.exit(f"{options.site} is missing: ./run docs")
    entries = mid_game(options.edits)
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    with chromium() as browser, hosted(options.site) as url:
        loads = [time_load(browser, url, entries[0]) for _ in range(options.loads)]
        written, painted = time_edits(browser, url, entries)
    report: dict[str, dict[str, float]] = {
        "first answer, cold, ms": spread(loads),
        "written after an edit, ms": spread(written),
        "answer after an edit, ms": spread(painted),
        "compressed, kB": {"all": round(compressed_size(options.site) / 1000)},
        "load of the machine": {"before": round(load, 1)},
    }
    if options.as_json:
        print(json.dumps(report))
        return
    for name, figures in report.items():
        print(f"{name:>26}  " + "  ".join(f"{label} {value:g}" for label, value in figures.items()))


if __name__ == "__main__":
    main()
