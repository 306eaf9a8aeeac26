"""A game with friends: two people in two browsers, two at one device, and a server that comes back."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from hands import follow_hint

pytestmark = [pytest.mark.browser, pytest.mark.long]

#: What the browser says by itself while the server is away.
AWAY = [
    "ERR_CONNECTION_REFUSED",
    "ERR_INCOMPLETE_CHUNKED_ENCODING",
    "ERR_EMPTY_RESPONSE",
    "ERR_CONNECTION_RESET",
]


@pytest.fixture
def two(open_page: Any) -> tuple[Page, Page]:
    """A page at a desk and one on a phone, each in a browser of its own."""
    pages = open_page(1280, 900, expected=AWAY), open_page(390, 844, touch=True, expected=AWAY)
    for page in pages:
        page.add_init_script("localStorage.setItem('optimeld.pace', 'instant')")
    return pages


def set_table(page: Page, chairs: list[str]) -> None:
    page.goto("/play")
    page.fill("#player-name", "Ann")
    for slot, chair in enumerate(chairs, 1):
        if page.locator(f"#opponent-{slot}").count() == 0:
            page.click("#add-player")
        page.select_option(f"#opponent-{slot}", chair)
        if chair in ("link", "here"):
            page.fill(f"#friend-{slot}", "Ben")
    page.click("#start")
    page.wait_for_url("**/play/*")
    expect(page.locator("#rack .tile")).to_have_count(14)


def take_turn(page: Page) -> None:
    """Plays the best there is, or draws; on a phone the hint is opened first."""
    if page.locator("#open-hint").is_visible() and page.locator("#open-hint[aria-expanded=false]").count():
        page.click("#open-hint")
    follow_hint(page)
    expect(page.locator("#draw:disabled, #end:not([hidden])").first).to_be_attached()


@pytest.mark.long
def test_two_people_in_two_browsers_and_two_engines_play_through_a_restart(
    two: tuple[Page, Page], server: Any
) -> None:
    ann, ben = two
    set_table(ann, ["greedy", "link", "simple"])
    expect(ann.locator("#players")).to_contain_text("not here yet")
    link = ann.input_value("#invite input")
    ben.goto(link)
    expect(ben.locator("#join-words")).to_contain_text("You are invited to play as Ben")
    ben.tap("#take-chair")
    ben.wait_for_url("**/play/*")
    expect(ben.locator("#rack .tile")).to_have_count(14)
    expect(ann.locator("#invite")).to_be_hidden()
    expect(ben.locator("#message")).to_contain_text("Ann is to play")
    assert ann.url != ben.url
    for turn in range(80):
        expect(ann.locator("#draw:enabled, #end:not([hidden])").first).to_be_visible()
        if ann.locator("#end").is_visible():
            break
        take_turn(ann)
        expect(ben.locator("#draw:enabled, #end:not([hidden])").first).to_be_visible()
        if ben.locator("#end").is_visible():
            break
        if turn == 2:
            server.stop()
            server.start()
            expect(ben.locator("#draw")).to_be_enabled()
        take_turn(ben)
    expect(ann.locator("#end")).to_be_visible()
    expect(ben.locator("#end")).to_be_visible()
    ben.tap("#next-game")
    ben.wait_for_url("**/play/*")
    expect(ben.locator("#rack .tile").first).to_be_visible()


def test_somebody_who_left_comes_back_to_the_same_chair(two: tuple[Page, Page]) -> None:
    ann, ben = two
    set_table(ann, ["link"])
    expect(ann.locator("#opponent-2")).to_have_count(0)
    ben.goto(ann.input_value("#invite input"))
    ben.tap("#take-chair")
    ben.wait_for_url("**/play/*")
    expect(ben.locator("#rack .tile")).to_have_count(14)
    held = ben.locator("#rack .tile").evaluate_all("all => all.map((each) => each.dataset.tile).sort()")
    expect(ann.locator("#players")).not_to_contain_text("not here yet")
    ben.goto("/odds")
    expect(ann.locator("#players")).to_contain_text("away")
    ben.goto("/play")
    ben.click("#known-list a")
    expect(ben.locator("#rack .tile")).to_have_count(14)
    assert (
        ben.locator("#rack .tile").evaluate_all("all => all.map((each) => each.dataset.tile).sort()") == held
    )
    expect(ann.locator("#players")).not_to_contain_text("away")
    ann.click("#draw")
    expect(ben.locator("#draw")).to_be_enabled()
    ben.reload()
    expect(ben.locator("#draw")).to_be_enabled()


def test_two_people_at_one_device_see_their_own_rack_only(page: Page) -> None:
    page.goto("/play")
    page.evaluate("localStorage.setItem('optimeld.pace', 'instant')")
    set_table(page, ["here", ""])
    first = page.url
    page.click("#draw")
    expect(page.locator("#cover-title")).to_have_text("Now Ben")
    expect(page.locator("#mine")).to_be_hidden()
    page.click("#uncover")
    page.wait_for_url(lambda url: url != first)
    expect(page.locator("#draw")).to_be_enabled()
    expect(page.locator("#players")).to_contain_text("Ann")
    page.click("#draw")
    expect(page.locator("#cover-title")).to_have_text("Now Ann")
    page.click("#uncover")
    page.wait_for_url(first)
    expect(page.locator("#rack .tile")).to_have_count(15)


def test_six_can_play_and_get_the_larger_box(page: Page) -> None:
    page.goto("/play")
    page.evaluate("localStorage.setItem('optimeld.pace', 'instant')")
    set_table(page, ["simple", "greedy", "random", "simple", "greedy-value"])
    expect(page.locator("#players li")).to_have_count(5)
    expect(page.locator("#pool")).to_have_text("76 tiles in the pool")
    page.click("#draw")
    expect(page.locator("#draw")).to_be_enabled()
