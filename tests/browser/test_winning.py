"""How to win: chances beside the proved answer, for the table as it really is."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

POSITION = "/analyse?p=R3R4R5R6_B3B4B5_K8R8B8O8~K3O3K9K10R1"


def test_every_candidate_has_its_chance_with_drawing_among_them_and_says_why(page: Page) -> None:
    page.goto(POSITION)
    rows = page.locator("#candidates button")
    expect(rows.first.locator(".share")).to_have_text(re.compile(r"\d+ %"))
    expect(page.locator("#candidates")).to_contain_text("Draw")
    expect(page.locator("#candidates")).to_contain_text("most tiles")
    expect(page.locator("#win-why")).not_to_be_empty()
    expect(page.locator("#win-status")).to_have_text(re.compile(r"^\d+ games$"))
    page.locator("#candidates button", has_text="Draw").click()
    expect(page.locator("#win-why")).to_contain_text("Keeps all 5 tiles")


@pytest.mark.long
def test_a_candidate_is_seen_on_the_board_under_the_pointer(page: Page) -> None:
    page.goto(POSITION)
    rows = page.locator("#candidates button", has_text="most tiles")
    expect(rows.first).to_be_visible()
    expect(page.locator("#win-status")).to_have_text(re.compile(r"^\d+ games$"))
    rows.first.hover()
    expect(page.locator("#preview-badge")).to_have_text("Preview")
    expect(page.locator("#melds .fresh").first).to_be_visible()
    page.mouse.move(5, 5)
    expect(page.locator("#preview-badge")).to_be_hidden()


def test_the_others_are_told_by_their_tiles_and_kept_in_the_link(page: Page) -> None:
    page.goto(f"{POSITION}&vs=3,12n")
    expect(page.locator("#others li")).to_have_count(2)
    expect(page.locator("#others input[type=number]").nth(1)).to_have_value("12")
    expect(page.locator("#others input[type=checkbox]").nth(1)).not_to_be_checked()
    page.click("[aria-label='Remove player 3']")
    page.fill("#others input[type=number]", "1")
    page.press("#others input[type=number]", "Enter")
    expect(page).to_have_url(re.compile(r"vs=1$"))
    page.fill("#pool-size", "500")
    page.press("#pool-size", "Enter")
    expect(page.locator("#win-problem")).to_contain_text("pool of 500")


def test_a_play_that_finishes_is_certain(page: Page) -> None:
    page.goto("/analyse?p=K1K2K3~K4")
    expect(page.locator("#candidates .share").first).to_have_text("100 %")
    expect(page.locator("#win-why")).to_contain_text("you win at once")


def test_jokers_say_what_they_stand_for(page: Page) -> None:
    page.goto("/analyse?p=R3JR5_K8O8J~K1")
    jokers = page.locator("#melds [data-c=J]")
    expect(jokers.nth(0)).to_have_attribute("aria-label", "joker as red 4")
    expect(jokers.nth(1)).to_have_attribute("aria-label", "joker as one 8")


def test_other_plays_are_not_the_best_one_less_a_tile(page: Page) -> None:
    page.goto("/analyse?p=K1K2K3~K4K5R4R5R6O13")
    expect(page.locator("#answer h2")).to_have_text("Play 5 tiles")
    expect(page.locator("#outs")).to_contain_text("If you draw instead of playing")
    expect(page.locator("#alternatives")).to_be_hidden()
