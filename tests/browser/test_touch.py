"""A game on a phone, with fingers alone."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.long]


class Finger:
    """Puts a finger down, moves it and lifts it, at once: no holding."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.touch = page.context.new_cdp_session(page)
        self.drags = 0

    def drag(self, tile: str, place: str) -> None:
        """From a tile of the rack to the middle of a place that is on the screen, or is brought there."""
        start = self.page.locator(f"#rack [data-tile={tile}]").first.bounding_box()
        self.page.locator(place).scroll_into_view_if_needed()
        end = self.page.locator(place).bounding_box()
        assert start
        assert end
        x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
        goal = end["x"] + end["width"] - 4, end["y"] + end["height"] / 2
        self._send("touchStart", x, y)
        for step in range(1, 7):
            self._send("touchMove", x + (goal[0] - x) * step / 6, y + (goal[1] - y) * step / 6)
        self.touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        self.drags += 1

    def _send(self, kind: str, x: float, y: float) -> None:
        self.touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})


def additions(before: list[list[str]], after: list[list[str]]) -> list[tuple[list[str], list[str]]] | None:
    """Which tiles go to which meld (none: a new one); None where something is rearranged."""
    old = [list(meld) for meld in before]
    found = []
    for meld in sorted(after, key=len):
        start = next((each for each in old if not Counter(each) - Counter(meld)), [])
        if start:
            old.remove(start)
        found.append((start, sorted((Counter(meld) - Counter(start)).elements())))
    return None if old else [(start, tiles) for start, tiles in found if tiles]


def meld_of(page: Page, tiles: list[str]) -> str:
    """The place of the meld with just these tiles."""
    key = page.evaluate(
        """(wanted) => [...document.querySelectorAll("#melds .meld[data-key]")].find((meld) =>
             [...meld.querySelectorAll(".tile")].map((each) => each.dataset.tile).sort().join() === wanted
           )?.dataset.key""",
        ",".join(sorted(tiles)),
    )
    return f"#melds .meld[data-key='{key}']"


def lay_by_dragging(finger: Finger, parts: list[tuple[list[str], list[str]]]) -> None:
    page = finger.page
    for start, tiles in parts:
        there = list(start)
        for tile in tiles:
            left = page.locator("#rack .tile").count()
            finger.drag(tile, meld_of(page, there) if there else "#melds .new-meld")
            expect(page.locator("#rack .tile")).to_have_count(left - 1)
            there.append(tile)


@pytest.mark.long
def test_a_whole_game_is_played_by_touch_on_a_phone(open_page: Any) -> None:
    page: Page = open_page(390, 844, touch=True)
    page.add_init_script("localStorage.setItem('optimeld.pace', 'instant')")
    page.goto("/play")
    page.select_option("#opponent-1", "simple")
    page.select_option("#opponent-2", "reach:1")
    page.tap("#start")
    page.wait_for_url("**/play/*")
    expect(page.locator("#draw")).to_be_enabled()
    finger = Finger(page)
    key = page.url.rsplit("/", 1)[1]
    for _ in range(80):
        view = page.evaluate(f"fetch('/api/games/{key}').then((response) => response.json())")
        if view["over"]:
            break
        page.tap("#open-hint")
        with page.expect_response("**/hint") as told:
            page.tap("[data-hint='3']")
        hint = told.value.json()
        page.tap("#close-panel")
        parts = additions(view["table"], hint["table"]) if hint["tiles"] else []
        if parts:
            lay_by_dragging(finger, parts)
        elif hint["tiles"]:
            page.tap("#open-hint")
            page.tap("#use-hint")
        with page.expect_response("**/api/games/*/*"):
            if hint["tiles"]:
                expect(page.locator("#submit")).to_be_enabled()
                page.tap("#submit")
            else:
                page.tap("#draw")
        expect(page.locator("#draw:enabled, #end:not([hidden])").first).to_be_visible()
    expect(page.locator("#end")).to_be_visible()
    expect(page.locator("#next-game")).to_be_in_viewport()
    assert finger.drags >= 3
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_tile_follows_the_finger_at_once_and_the_page_stays(open_page: Any) -> None:
    page: Page = open_page(390, 844, touch=True)
    page.add_init_script("localStorage.setItem('optimeld.pace', 'instant')")
    page.goto("/play")
    page.tap("#start")
    page.wait_for_url("**/play/*")
    expect(page.locator("#draw")).to_be_enabled()
    finger = Finger(page)
    tile = page.locator("#rack .tile").first.get_attribute("data-tile")
    assert tile
    finger.drag(tile, "#melds .new-meld")
    expect(page.locator("#rack .tile")).to_have_count(13)
    expect(page.locator("#melds .tile.fresh")).to_have_count(1)
    assert page.evaluate("[scrollX, scrollY]") == [0, 0]
