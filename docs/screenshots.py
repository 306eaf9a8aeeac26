"""Takes the pictures of the board that the guides show: `./run python docs/screenshots.py [NAME...]`.

Needs Chromium (`apt-get install chromium`). The games are dealt from fixed seeds and played by the hints. All
pictures are written to docs/pictures, or those named: welcome analyse win play puzzles review odds.
"""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

PICTURES = Path(__file__).parent / "pictures"
POSITION = "R3R4R5R6_B3B4B5_K8R8B8O8_O10O11O12_B10B11JB13_K1K2K3K4_R11O11K11~K3K5K9K10R9O3B6B12R2R13O6"
#: Three tiles could be laid, and waiting is better.
UNDECIDED = "R3R4R5R6_B3B4B5_K8R8B8O8_O10O11O12~K3O3K9K10R1"
PUZZLE = base64.urlsafe_b64encode(
    b"lay 4 R10 B10 O10 | R6 R7 R8 | O10 O11 O12 O13 | K6 B6 O6 | R8 B8 O8 | K2 K3 K4 K5 | K6 R6 B6 | "
    b"B7 B8 B9 // K7 K13 R13"
).decode()
VIEWPORT: ViewportSize = {"width": 1180, "height": 780}
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


def take(page: Page, name: str) -> None:
    """One picture, once everything has settled."""
    page.wait_for_timeout(900)
    page.screenshot(path=PICTURES / f"{name}.png")


def welcome(page: Page) -> None:
    """The first page, while its position plays itself."""
    page.goto("/")
    page.wait_for_selector("#demo-words .tile")
    take(page, "welcome")


def analyse(page: Page) -> None:
    """The best play of a mid-game position, in the middle of being carried out."""
    page.goto(f"/analyse?p={POSITION}")
    page.wait_for_selector("#alternatives button")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    take(page, "analyse")


def win(page: Page) -> None:
    """The chance of winning of each thing to do, drawing among them."""
    page.goto(f"/analyse?p={UNDECIDED}&vs=6,9")
    page.wait_for_selector("#candidates button")
    page.wait_for_timeout(4500)  # it thinks for three seconds
    page.locator("#win").scroll_into_view_if_needed()
    page.locator("#win").screenshot(path=PICTURES / "win.png")


def puzzles(page: Page) -> None:
    """A puzzle, half solved, with a hint taken."""
    page.goto(f"/puzzles?q={PUZZLE}")
    page.wait_for_selector("#rack .tile")
    page.click("#hint")
    page.click("#hint")
    page.wait_for_selector("#melds .hinted")
    take(page, "puzzles")


def deal(page: Page) -> str:
    """A game against three, dealt from a fixed seed."""
    page.goto("/play")
    page.evaluate("localStorage.setItem('optimeld.pace', 'instant')")
    game: str = page.evaluate(
        """async () => {
          const body = JSON.stringify({ opponents: ["greedy", "simple", "reach:2"], seed: 21 });
          const headers = { "content-type": "application/json" };
          return (await (await fetch("/api/games", { method: "POST", headers, body })).json()).id;
        }"""
    )
    page.goto(f"/play/{game}")
    page.wait_for_selector("#rack .tile")
    return game


def play(page: Page, phone: Page) -> None:
    """A game, drawing at first and then following the hints, to its end and its review."""
    game = deal(page)
    shown = False
    for turn in range(60):
        if page.locator("#end").is_visible():
            break
        page.click("[data-hint='3']")
        page.wait_for_selector("#hint .told p")
        if turn > 6 and page.locator("#use-hint").count():
            page.click("#use-hint")
            page.wait_for_selector("#submit:enabled")
            if not shown:
                shown = True
                take(page, "play")
                phone.goto("/play")
                phone.evaluate("localStorage.setItem('optimeld.pace', 'instant')")
                phone.goto(f"/play/{game}")
                phone.wait_for_selector("#rack .tile")
                take(phone, "phone")
            page.click("#submit")
        else:
            page.click("#draw")
        page.wait_for_timeout(300)


def review(page: Page) -> None:
    """A game with some turns that were not the best, and one of them looked at."""
    page.goto("/play")
    game: str = page.evaluate(
        """async () => {
          const ask = async (path, body) => {
            const headers = { "content-type": "application/json" };
            const asked = { method: "POST", headers, body: JSON.stringify(body) };
            return (await fetch(`/api/games${path}`, asked)).json();
          };
          let game = await ask("", { opponents: ["simple", "greedy"], seed: 3 });
          for (let number = 0; !game.over; number += 1) {
            const { id, turn } = game;
            const hint = await ask(`/${id}/hint`, { turn, tier: 3 });
            const lays = hint.tiles > 0 && number % 3 > 0;
            const table = lays ? { table: hint.table } : {};
            game = await ask(`/${id}/${lays ? "play" : "draw"}`, { turn, ...table });
          }
          return game.id;
        }"""
    )
    page.goto(f"/review/{game}")
    page.wait_for_selector("#review[data-weighed=yes]", timeout=120_000)
    dear = page.locator("#turns button:has(.badge.bad), #turns button:has(.badge.warn)")
    (dear.first if dear.count() else page.locator("#turns button").nth(5)).click()
    page.set_viewport_size({**VIEWPORT, "height": 1080})
    page.evaluate("scrollTo(0, 0)")
    take(page, "review")
    page.set_viewport_size(VIEWPORT)


def odds(page: Page) -> None:
    """The exact odds."""
    page.goto("/odds")
    page.wait_for_selector("#opening-chart .whisker >> nth=7")
    page.locator("#winning-chart svg").hover(position={"x": 500, "y": 150})
    take(page, "odds")


def pages(browser: Browser, url: str) -> tuple[Page, Page]:
    """A desktop and a phone."""
    desktop = browser.new_context(base_url=url, viewport=VIEWPORT, color_scheme="light")
    phone = browser.new_context(
        base_url=url, viewport={"width": 390, "height": 800}, has_touch=True, color_scheme="dark"
    )
    return desktop.new_page(), phone.new_page()


def main() -> None:
    """All of them."""
    chromium = shutil.which("chromium")
    if not chromium:
        sys.exit("Chromium is missing: apt-get install chromium")
    PICTURES.mkdir(exist_ok=True)
    wanted = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "optimeld", "serve", "--json", "--port", "0"]
        command += ["--games", str(Path(folder) / "games.sqlite")]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            url = json.loads(server.stdout.readline())["url"]
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
                desktop, phone = pages(browser, url)
                taken: dict[str, Callable[[], None]] = {
                    "welcome": lambda: welcome(desktop),
                    "analyse": lambda: analyse(desktop),
                    "win": lambda: win(desktop),
                    "play": lambda: play(desktop, phone),
                    "puzzles": lambda: puzzles(desktop),
                    "review": lambda: review(desktop),
                    "odds": lambda: odds(desktop),
                }
                for name in wanted or taken:
                    taken[name]()
                browser.close()
        finally:
            server.terminate()
            server.wait(10)


if __name__ == "__main__":
    main()
