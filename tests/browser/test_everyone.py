"""For everyone: small screens, a scan for barriers, both themes."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.long]

REPOSITORY = Path(__file__).parents[2]
AXE = REPOSITORY / "node_modules" / "axe-core" / "axe.min.js"


@pytest.fixture(scope="session", autouse=True)
def axe() -> None:
    """The scanner comes from npm, as the lock file pins it."""
    if not AXE.exists():
        npm = shutil.which("npm")
        assert npm, "npm is missing: apt-get install npm (or leave these out: -m 'not browser')"
        subprocess.run([npm, "ci", "--silent"], cwd=REPOSITORY, check=True)


def serious(page: Page) -> list[str]:
    """What axe finds that stops people: serious and critical findings."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("async () => (await axe.run()).violations")
    return [
        f"{finding['id']}: {finding['nodes'][0]['html']}"
        for finding in found
        if finding["impact"] in ("serious", "critical")
    ]


def settle(page: Page) -> None:
    """Waits until the page shows what it has to show; the odds go on being worked out for a while."""
    if "/odds" in page.url:
        expect(page.locator("#winning-chart path.line").first).to_be_visible()
    else:
        page.wait_for_load_state("networkidle")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    "path",
    ["/", "/?p=K1K2K3_R5B5~R6K4J", "/analyse?p=K1K2K3_R5B5O5~R6K4J", "/play", "/puzzles", "/odds", "/docs"],
)
def test_an_accessibility_scan_finds_nothing_serious(page: Page, path: str, theme: str) -> None:
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
    page.goto(path)
    settle(page)
    assert serious(page) == []


def test_a_game_has_no_serious_barrier(page: Page) -> None:
    page.goto("/play")
    page.evaluate("localStorage.setItem('optimeld.pace', 'instant')")
    page.click("#start")
    page.wait_for_url("**/play/*")
    expect(page.locator("#rack .tile")).to_have_count(14)
    page.click("[data-hint='2']")
    page.locator("#rack .tile").first.click()
    settle(page)
    assert serious(page) == []


def test_a_table_of_friends_has_no_serious_barrier(page: Page) -> None:
    page.goto("/play")
    page.select_option("#opponent-1", "link")
    page.select_option("#opponent-2", "here")
    assert serious(page) == []
    page.click("#start")
    page.wait_for_url("**/play/*")
    expect(page.locator("#invite")).to_be_visible()
    link = page.input_value("#invite input")
    assert serious(page) == []
    page.goto(link)
    expect(page.locator("#join-words")).to_contain_text("You are invited")
    assert serious(page) == []


@pytest.fixture(scope="module")
def finished(server: Any) -> str:
    """The key of a game that someone lost by drawing at every turn."""
    with httpx.Client(base_url=server.url, timeout=30) as client:
        game = client.post("/api/games", json={"opponents": ["greedy"], "seed": 5}).json()
        while not game["over"]:
            game = client.post(f"/api/games/{game['id']}/draw", json={"turn": game["turn"]}).json()
    key: str = game["id"]
    return key


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_end_of_a_game_and_its_review_have_no_serious_barrier(
    page: Page, finished: str, theme: str
) -> None:
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
    page.goto(f"/play/{finished}")
    expect(page.locator("#end")).to_contain_text("wins")
    assert serious(page) == []
    page.click("#to-review")
    expect(page.locator("#review[data-ready=yes]")).to_be_visible()
    assert serious(page) == []
    page.click("#own-forward")
    expect(page.locator("#curve path").first).to_be_attached()
    expect(page.locator("#verdict .changes")).to_be_visible()
    page.uncheck("#only-mine")
    assert serious(page) == []
    page.goto("/review")
    expect(page.locator("#statistics tbody th")).to_have_text("Ada")
    assert serious(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_how_to_win_has_no_serious_barrier(page: Page, theme: str) -> None:
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
    page.goto("/analyse?p=R3R4R5R6_B3B4B5_K8R8B8O8~K3O3K9K10R1&vs=7,12n")
    page.click("#rules summary")
    expect(page.locator("#candidates button").first).to_be_visible()
    page.locator("#candidates button", has_text="Draw").click()
    assert serious(page) == []


class TestPhone:
    """The same on a phone."""

    @pytest.fixture
    def phone(self) -> bool:
        return True

    @pytest.mark.parametrize(
        "path",
        ["/", "/analyse?p=K1K2K3_R5B5O5_R7R8R9R10R11R12R13~R6K4J", "/play", "/puzzles", "/odds", "/docs"],
    )
    def test_nothing_is_wider_than_the_screen(self, page: Page, path: str) -> None:
        page.goto(path)
        settle(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390

    def test_neither_is_the_end_of_a_game_or_its_review(self, page: Page, finished: str) -> None:
        page.goto(f"/play/{finished}")
        expect(page.locator("#end")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.goto(f"/review/{finished}")
        expect(page.locator("#review[data-ready=yes]")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390

    def test_tiles_are_tapped_into_place_and_the_answer_is_in_reach(self, page: Page) -> None:
        page.goto("/?p=~")
        page.tap("#to-table")
        for tile in ("K1", "K2", "K3"):
            page.tap(f"#picker [data-tile={tile}]")
        page.tap("#to-rack")
        page.tap("#picker [data-tile=K4]")
        expect(page.locator("#summary")).to_have_text("Play 1 tile")
        page.tap("#summary")
        expect(page.locator("#play-pause")).to_be_in_viewport()

    @pytest.mark.parametrize("theme", ["light", "dark"])
    def test_a_game_and_its_panels_have_no_serious_barrier(self, page: Page, theme: str) -> None:
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
        page.goto("/play")
        page.evaluate("localStorage.setItem('optimeld.pace', 'instant')")
        page.tap("#start")
        page.wait_for_url("**/play/*")
        expect(page.locator("#draw")).to_be_enabled()
        for panel in ("#open-hint", "#open-turns"):
            page.tap(panel)
            assert serious(page) == []
        page.tap("#help")
        assert serious(page) == []

    def test_a_game_is_played_with_a_finger(self, page: Page) -> None:
        page.goto("/play")
        page.evaluate("localStorage.setItem('optimeld.pace', 'instant')")
        page.tap("#start")
        page.wait_for_url("**/play/*")
        expect(page.locator("#rack .tile")).to_have_count(14)
        page.tap("#rack .tile >> nth=0")
        page.tap("#melds .new-meld")
        expect(page.locator("#message")).to_contain_text("is not a meld")
        page.tap("#undo-turn")
        page.tap("#draw")
        expect(page.locator("#rack .tile")).to_have_count(15)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390

    def test_rack_tiles_are_dragged_at_once_and_table_tiles_after_a_hold(self, page: Page) -> None:
        page.goto("/?p=K1K2K3~K4R7")
        expect(page.locator("#rack .tile")).to_have_count(2)
        swipe(page, "#rack [data-tile=K4]", "#melds .meld", hold_ms=0)
        expect(page.locator("#rack .tile")).to_have_count(1)
        assert page.evaluate("scrollY") == 0
        swipe(page, "#melds [data-tile=K4]", "#rack", hold_ms=0, straight=True)
        expect(page.locator("#rack .tile")).to_have_count(1)
        page.evaluate("scrollTo(0, 0)")
        swipe(page, "#melds [data-tile=K4]", "#rack", hold_ms=300, straight=True)
        expect(page.locator("#rack .tile")).to_have_count(2)


def swipe(page: Page, start: str, end: str, hold_ms: int, straight: bool = False) -> None:
    """A finger put down, held, moved (straight up or down) and lifted."""
    finger = page.context.new_cdp_session(page)
    place, goal = page.locator(start).first.bounding_box(), page.locator(end).first.bounding_box()
    assert place
    assert goal
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    dx, dy = 0 if straight else goal["x"] + goal["width"] - 3 - x, goal["y"] + goal["height"] / 2 - y
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    page.wait_for_timeout(hold_ms)
    for step in range(1, 9):
        point = {"x": x + dx * step / 8, "y": y + dy * step / 8}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_wrong_address_gets_a_page_that_leads_on(page: Page, watch: list[Any]) -> None:
    watch[0].expected.append("404")
    page.goto("/no/such/page")
    expect(page.locator("h1")).to_have_text("There is no such page")
    expect(page.locator("#lost-path")).to_have_text("/no/such/page")
    assert serious(page) == []
    page.click("main a[href='/puzzles']")
    expect(page.locator("#puzzle-title")).to_contain_text("Today")
