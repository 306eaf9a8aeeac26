"""The first page, and the help that every page has."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from volume import first_of

pytestmark = pytest.mark.browser


def test_the_first_page_says_what_this_is_and_leads_everywhere(page: Page) -> None:
    page.goto("/")
    expect(page.locator("h1")).to_contain_text("Rummikub")
    for name, path in {
        "Play": "/play",
        "Analyse": "/analyse",
        "Puzzles": "/puzzles",
        "Odds": "/odds",
    }.items():
        expect(page.locator(".ways a", has_text=name)).to_have_attribute("href", path)
        expect(page.locator(".top nav a", has_text=name)).to_have_attribute("href", path)


def test_a_position_plays_itself_to_the_last_tile_and_can_be_stopped(page: Page) -> None:
    page.clock.install()
    page.goto("/")
    expect(page.locator("#demo-melds[data-ready=yes]")).to_be_visible()
    pause = page.locator("#demo-pause")
    expect(pause).to_have_attribute("aria-label", "Show how")
    expect(page.locator("#demo-rack .tile")).to_have_count(4)
    pause.click()
    page.clock.run_for(500)
    pause.click()
    expect(page.locator("#demo-words .tile").first).to_be_visible()
    page.clock.run_for(20_000)
    expect(page.locator("#demo-rack .tile")).not_to_have_count(0)
    pause.click()
    for _ in range(12):
        page.clock.run_for(1000)
        if page.locator("#demo-rack .tile").count() == 0:
            break
    expect(page.locator("#demo-words")).to_contain_text("The rack is empty")


def test_how_to_play_is_told_with_pictures(page: Page) -> None:
    page.goto("/")
    page.click("text=How to play")
    expect(page.locator("#how-to-play")).to_be_in_viewport()
    assert page.locator(".lessons article").count() >= 6
    expect(page.locator(".lessons .tile[aria-label='red 5']").first).to_be_visible()
    expect(page.locator(".lessons .tile.moved")).to_have_count(1)
    expect(page.locator("#legend")).to_contain_text("black, written K")


@pytest.mark.parametrize("path", first_of("/", "/analyse", "/play", "/odds", "/docs"))
def test_help_is_of_use_without_a_keyboard(page: Page, path: str) -> None:
    page.goto(path)
    page.click("#help")
    help_ = page.locator("dialog[open]")
    expect(help_).to_contain_text("Drag tiles where they belong")
    expect(help_).to_contain_text(re.compile("gold: .*blue: ", re.DOTALL))
    help_.locator("a").click()
    page.wait_for_url("**/#how-to-play")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator("#how-title")).to_be_visible()
