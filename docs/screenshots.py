"""Takes the pictures of the board that the guides show: `./run python docs/screenshots.py`.

Needs Chromium (`apt-get install chromium`). The game is dealt from a fixed seed and played by the hints.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

PICTURES = Path(__file__).parent / "pictures"
POSITION = "R3R4R5R6_B3B4B5_K8R8B8O8_O10O11O12_B10B11JB13_K1K2K3K4_R11O11K11~K3K5K9K10R9O3B6B12O13R2"
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
    page.goto(f"/review/{game}")
    page.wait_for_selector("#review[data-ready=yes]")
    take(page, "review")


def odds(page: Page) -> None:
    """The exact odds."""
    page.goto("/odds")
    page.wait_for_selector("#opening-chart .whisker >> nth=7")
    page.locator("#winning-chart svg").hover(position={"x": 500, "y": 150})
    take(page, "odds")


def pages(browser: Browser, url: str) -> tuple[Page, Page]:
    """A desktop and a phone."""
    desktop = browser.new_context(base_url=url, viewport={"width": 1280, "height": 860}, color_scheme="light")
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
                welcome(desktop)
                analyse(desktop)
                play(desktop, phone)
                odds(desktop)
                browser.close()
        finally:
            server.terminate()
            server.wait(10)


if __name__ == "__main__":
    main()
