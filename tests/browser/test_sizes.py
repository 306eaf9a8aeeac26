"""The game on every screen: all of it in reach, nothing over anything, targets for fingers, both themes."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.long]

#: The last is a desk of 1440 by 900 at 200 %.
SIZES = {
    "phone": (390, 844), "phone on its side": (844, 390), "tablet": (820, 1180), "desk": (1440, 900),
    "200 %": (720, 450),
}  # fmt: skip

#: What a finger may hit and is narrower than 40 px, on what is seen. A box to tick is hit by its label, and
#: links within sentences are as high as their line.
SMALL = """
[...document.querySelectorAll("button, select, a, input, summary")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest(".skip, .sr-only"))
  .filter((each) => !each.matches("p a, dd a"))
  .map((each) => [each.id || each.className || each.textContent, each.closest("label") ?? each])
  .map(([name, target]) => [name, target.getBoundingClientRect()])
  .filter(([, box]) => box.width < 40 || box.height < 40)
  .map(([name, box]) => `${name}: ${Math.round(box.width)} x ${Math.round(box.height)}`)
"""
ANALYSE = "/analyse?p=R3R4R5R6_B3B4B5_K8R8B8O8~K3O3K9K10R1&vs=7,12n"
#: Tiles whose number or sign reaches beyond their edge.
STICKING_OUT = """
[...document.querySelectorAll(".tile")]
  .filter((each) => each.checkVisibility())
  .filter((each) => {
    const edge = each.getBoundingClientRect();
    return [...each.children]
      .map((part) => part.getBoundingClientRect())
      .some((part) => part.left < edge.left || part.right > edge.right || part.bottom > edge.bottom);
  })
  .map((each) => each.dataset.tile)
"""
#: What reaches beyond the edge of the screen.
CUT_OFF = """
[...document.querySelectorAll("#game button, #game select")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }))
  .filter((each) => each.getBoundingClientRect().right > innerWidth + 0.5)
  .map((each) => each.id || each.className)
"""
#: Buttons and tiles of the game that are on the screen, and not what is found at their middle.
COVERED = """
[...document.querySelectorAll("#game button:not(.here), #game select")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }))
  .filter((each) => {
    const scroll = each.closest(".melds-scroll, .side, .rack-tiles")?.getBoundingClientRect();
    const box = each.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (scroll && (y < scroll.top || y > scroll.bottom)) return false;
    const found = document.elementFromPoint(x, y);
    return !(found && (each.contains(found) || found.contains(each)));
  })
  .map((each) => each.id || each.className)
"""


@pytest.fixture(scope="module")
def game(server: Any) -> str:
    """The key of a game with a full table, where the person holds tiles and is to play."""
    with httpx.Client(base_url=server.url, timeout=60) as client:
        view = client.post(
            "/api/games", json={"opponents": ["greedy", "simple", "random"], "seed": 11}
        ).json()
        while view["turn"] < 20 and not view["over"]:
            ask = {"turn": view["turn"]}
            hint = client.post(f"/api/games/{view['id']}/hint", json={**ask, "tier": 3}).json()
            path, body = ("play", {"table": hint["table"]}) if hint["tiles"] else ("draw", {})
            view = client.post(f"/api/games/{view['id']}/{path}", json={**ask, **body}).json()
    assert not view["over"]
    key: str = view["id"]
    return key


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_all_of_a_game_is_in_reach_and_nothing_lies_over_it(
    open_page: Any, game: str, size: str, theme: str
) -> None:
    width, height = SIZES[size]
    page: Page = open_page(width, height, touch=size != "desk", color_scheme=theme)
    page.add_init_script("localStorage.setItem('optimeld.pace', 'instant')")
    page.goto(f"/play/{game}")
    expect(page.locator("#draw")).to_be_enabled()
    page.locator("#rack .tile").first.click()
    expect(page.locator("#melds .here").first).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    for place in (
        "#melds",
        "#rack .tile >> nth=-1",
        "#message",
        "#draw",
        "#submit",
        "#undo-turn",
        "#sort-value",
    ):
        expect(page.locator(place)).to_be_in_viewport()
    assert page.evaluate(SMALL) == []
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate(COVERED) == []
    page.locator("#melds .tile").last.scroll_into_view_if_needed()
    expect(page.locator("#melds .tile").last).to_be_in_viewport(ratio=0.95)
    if page.locator("#open-hint").is_visible():
        rack = page.locator("#rack").bounding_box()
        page.click("#open-hint")
        page.click("[data-hint='2']")
        expect(page.locator("#hint .told p").first).to_be_in_viewport()
        assert page.locator("#rack").bounding_box() == rack
        page.click("#open-turns")
        expect(page.locator("#log")).to_be_in_viewport()
        page.click("#close-panel")
    expect(page.locator("#melds")).to_be_in_viewport()


@pytest.fixture(scope="module")
def unopened(server: Any) -> str:
    """The key of a game against three in which the person has drawn twice and not opened."""
    with httpx.Client(base_url=server.url, timeout=60) as client:
        view = client.post("/api/games", json={"opponents": ["greedy"] * 3, "seed": 0}).json()
        for _ in range(2):
            view = client.post(f"/api/games/{view['id']}/draw", json={"turn": view["turn"]}).json()
    return str(view["id"])


@pytest.mark.parametrize("size", SIZES)
def test_before_the_opening_the_points_so_far_leave_room_for_the_rest(
    open_page: Any, unopened: str, size: str
) -> None:
    width, height = SIZES[size]
    page: Page = open_page(width, height, touch=size != "desk")
    page.add_init_script("localStorage.setItem('optimeld.pace', 'instant')")
    page.goto(f"/play/{unopened}")
    expect(page.locator("#draw")).to_be_enabled()
    expect(page.locator("#opening-bar")).to_be_in_viewport()
    expect(page.locator("#rack .tile")).to_have_count(16)
    # The last one too, without scrolling.
    expect(page.locator("#rack .tile").last).to_be_in_viewport(ratio=0.9)
    assert page.evaluate(SMALL) == []
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate(COVERED) == []


@pytest.mark.parametrize("size", SIZES)
def test_the_other_pages_fit_every_screen(open_page: Any, size: str) -> None:
    width, height = SIZES[size]
    page: Page = open_page(width, height, touch=size != "desk")
    for path in ("/", "/play", "/puzzles", "/review", "/odds", ANALYSE):
        page.goto(path)
        if path == ANALYSE:
            expect(page.locator("#candidates button").first).to_be_visible()
        else:
            page.wait_for_load_state("networkidle")
        for more in page.locator("details:not([open]) summary").all():
            more.click()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate(SMALL) == [], path
        assert page.evaluate(STICKING_OUT) == [], path


def test_nothing_moves_under_the_finger_while_tiles_are_laid(open_page: Any, game: str) -> None:
    page: Page = open_page(390, 844, touch=True)
    page.add_init_script("localStorage.setItem('optimeld.pace', 'instant')")
    page.goto(f"/play/{game}")
    expect(page.locator("#draw")).to_be_enabled()

    def places() -> list[Any]:
        return [
            page.locator(each).bounding_box() for each in ("#draw", "#undo-turn", "#open-hint", "#message")
        ]

    before = places()
    melds = page.locator("#melds").bounding_box()
    page.tap("#rack .tile >> nth=0")
    assert places() == before
    assert page.locator("#melds").bounding_box() == melds
    page.tap("#melds .new-meld")
    expect(page.locator("#message")).to_contain_text("is not a meld")
    assert places() == before
    page.tap("#undo-turn")
    assert places() == before


def test_the_keyboard_reaches_everything_and_is_caught_nowhere(page: Page, game: str) -> None:
    page.add_init_script("localStorage.setItem('optimeld.pace', 'instant')")
    page.goto(f"/play/{game}")
    expect(page.locator("#draw")).to_be_enabled()
    reached: set[str] = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        where = page.evaluate(
            "document.activeElement.id || document.activeElement.closest('#rack, #melds')?.id"
        )
        if where in reached and where == "again" and len(reached) > 10:
            break
        reached.add(where)
    assert {"again", "pace", "rack", "melds", "draw", "sort-value", "log", "help"} <= reached
    page.locator("#rack .tile").first.focus()
    page.keyboard.press(" ")
    expect(page.locator("#rack .tile.selected")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("#rack .tile.selected")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    page.keyboard.press(" ")
    page.keyboard.press("n")
    expect(page.locator("#melds .tile.fresh")).to_have_count(1)
    page.locator("#again").focus()
    page.keyboard.press("u")
    expect(page.locator("#melds .tile.fresh")).to_have_count(0)
