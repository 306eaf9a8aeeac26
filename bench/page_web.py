"""How soon the board is there, and how soon it answers, in a real browser.

    ./run python bench/page_web.py [--starts 5] [--edits 60] [--json]

*Start*: from the call of `./run serve` until a page asked for as soon as the server says where it is shows
its tiles and the proved answer to the position in its address. The browser runs already, as a person's does,
with an empty cache. *Edit*: a tile of the picker is tapped, which lays it on the rack of a mid-game position;
from lifting the finger until the answer to the new position stands in the page, and until it is painted.
Needs Chromium.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from optimeld.bench.corpus import Entry, corpus

RUN = Path(__file__).parents[1] / "run"
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
MID_GAME_MELDS = range(4, 16)
WRITTEN = "written after an edit"
EDIT = "answer after an edit"
GOAL_MS = 100

#: Notes the tap, when the answer stands in the page, and the end of the frame in which it is drawn: a message
#: posted as that frame begins arrives when it has been drawn.
WATCH = """
addEventListener("pointerup", (event) => {
  const began = event.timeStamp;
  const drawn = new MessageChannel();
  drawn.port1.onmessage = () => document.body.setAttribute("data-took", performance.now() - began);
  new MutationObserver((_, observer) => {
    observer.disconnect();
    document.body.setAttribute("data-written", performance.now() - began);
    requestAnimationFrame(() => drawn.port2.postMessage(null));
  }).observe(document.getElementById("answer"), { childList: true });
}, true);
"""


@contextmanager
def serving(folder: str) -> Iterator[tuple[float, str]]:
    """A server of its own, by `./run`: when it was called, and where it is."""
    began = time.perf_counter()
    command = [str(RUN), "serve", "--json", "--port", "0", "--games", str(Path(folder) / "games.sqlite")]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, process_group=0)
    try:
        assert server.stdout is not None
        yield began, json.loads(server.stdout.readline())["url"].rstrip("/")
    finally:
        os.killpg(server.pid, signal.SIGINT)
        server.wait(10)


def open_position(page: Page, url: str, entry: Entry, without: str = "") -> None:
    """The page of a position, one tile of its rack left out, and its answer."""
    position = entry.position.to_json()
    rack = list(position["rack"])
    if without:
        rack.remove(without)
    table = "_".join("".join(meld) for meld in position["table"])
    page.goto(f"{url}/?p={table}~{''.join(rack)}")
    page.wait_for_selector("#answer[aria-busy=false] .badge.good", state="visible")


def time_start(browser: Browser, entry: Entry) -> tuple[float, float]:
    """Milliseconds from the call until the server says where it is, and until the page is usable."""
    with tempfile.TemporaryDirectory() as folder, serving(folder) as (began, url):
        told = time.perf_counter() - began
        page = browser.new_context().new_page()
        open_position(page, url, entry)
        page.locator("#picker [data-tile=K1]").wait_for(state="visible")
        usable = time.perf_counter() - began
        page.context.close()
    return 1000 * told, 1000 * usable


def time_edits(browser: Browser, url: str, entries: list[Entry]) -> tuple[list[float], list[float]]:
    """Milliseconds from a tap on a tile to the answer in the page, and to the painted one, by position."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.add_init_script(WATCH)
    page = context.new_page()
    written: list[float] = []
    painted: list[float] = []
    for entry in entries:
        tile = str(entry.position.rack[-1])
        open_position(page, url, entry, without=tile)
        page.wait_for_load_state("networkidle")
        page.click(f"#picker [data-tile={tile}]")
        page.wait_for_selector("body[data-took]")
        for times, name in ((written, "data-written"), (painted, "data-took")):
            times.append(float(page.locator("body").get_attribute(name) or "nan"))
    context.close()
    return written, painted


def spread(times: list[float]) -> dict[str, float]:
    """Median, 95th percentile and the longest, in milliseconds; nothing where nothing was measured."""
    if not times:
        return dict.fromkeys(("median", "p95", "max"), float("nan"))
    ordered = sorted(times)
    at = {"median": 0.5, "p95": 0.95, "max": 1.0}
    return {
        name: round(ordered[min(len(ordered) - 1, int(share * len(ordered)))]) for name, share in at.items()
    }


def mid_game(count: int) -> list[Entry]:
    """So many positions of the corpus from the middle of a game."""
    entries = [
        entry
        for entry in corpus()
        if len(entry.position.table) in MID_GAME_MELDS and not entry.opening and len(entry.position.rack) > 1
    ]
    return entries[:: max(1, len(entries) // count)][:count]


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser, or one line that says what is missing."""
    found = shutil.which("chromium")
    if not found:
        sys.exit("Chromium is missing: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


def main() -> None:
    """Measures both, and says what came of it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--starts", type=int, default=5)
    parser.add_argument("--edits", type=int, default=60)
    parser.add_argument("--json", action="store_true", dest="as_json")
    options = parser.parse_args()
    entries = mid_game(options.edits)
    with chromium() as browser:
        starts = [time_start(browser, entries[0]) for _ in range(options.starts)]
        with tempfile.TemporaryDirectory() as folder, serving(folder) as (_, url):
            written, painted = time_edits(browser, url, entries)
    report = {
        "server says where": spread([told for told, _ in starts]),
        "page is usable": spread([usable for _, usable in starts]),
        WRITTEN: spread(written),
        EDIT: spread(painted),
    }
    if options.as_json:
        print(json.dumps(report))
        return
    print(f"{'milliseconds':<26}{'median':>8}{'p95':>8}{'max':>8}")
    for name, figures in report.items():
        goal = ""
        if name == EDIT:
            goal = f"   goal: p95 {GOAL_MS} or less, {'met' if figures['p95'] <= GOAL_MS else 'MISSED'}"
        print(f"{name:<26}" + "".join(f"{value:>8g}" for value in figures.values()) + goal)


if __name__ == "__main__":
    main()
