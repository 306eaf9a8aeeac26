"""Puzzles, solved on the board as people solve them."""

from __future__ import annotations

import base64
import re
from datetime import date

import pytest
from playwright.sync_api import Page, expect

from hands import drag
from optimeld.arena.puzzles import of_the_day
from volume import first_of

pytestmark = pytest.mark.browser

#: The red seven leaves its run for a new group.
LAY = "lay 2 R4 R5 R6 R7 | K1 K2 K3 // B7 O7"
#: Laying the four would let the other player lay the five, and win.
PASS = "wait 2 K1 K2 K3 // K4 R9 ! K5 O13 = pass"


def link(line: str) -> str:
    return "/puzzles?q=" + base64.urlsafe_b64encode(line.encode()).decode().rstrip("=")


def test_a_puzzle_is_solved_by_dragging_and_noted_in_the_diary(page: Page) -> None:
    page.goto(link(LAY))
    drag(page, "#melds [data-tile=R7]", "#melds .new-meld")
    expect(page.locator("#message")).to_contain_text("not complete yet")
    drag(page, "#rack [data-tile=B7]", "#melds [data-tile=R7]")
    drag(page, "#rack [data-tile=O7]", "#melds [data-tile=R7]")
    expect(page.locator("#end h2")).to_have_text("Solved!")
    expect(page.locator("#end")).to_contain_text("without help")
    expect(page.locator("#diary")).to_contain_text("1 solved")
    page.click("#share")
    shared = page.evaluate("navigator.clipboard.readText()")
    page.goto(shared)
    expect(page.locator("#rack .tile")).to_have_count(2)
    expect(page.locator("#diary")).to_contain_text("1 solved")


def test_a_puzzle_is_solved_by_tapping_with_steps_taken_back(page: Page) -> None:
    page.goto(link(LAY))
    page.click("#rack [data-tile=B7]")
    page.click("#melds .new-meld")
    page.click("#undo")
    expect(page.locator("#rack .tile")).to_have_count(2)
    for tile in ("#melds [data-tile=R7]", "#rack [data-tile=B7]", "#rack [data-tile=O7]"):
        page.click(tile)
    page.click("#melds .new-meld")
    expect(page.locator("#end h2")).to_have_text("Solved!")


def test_a_tile_dropped_anywhere_on_the_felt_begins_a_meld_and_the_rack_stays_in_sight(page: Page) -> None:
    page.set_viewport_size({"width": 844, "height": 390})
    page.goto(link(LAY))
    expect(page.locator("#rack .tile")).to_have_count(2)
    page.locator(".table").scroll_into_view_if_needed()
    page.mouse.move(200, 200)
    page.mouse.wheel(0, 150)
    for place in ("#rack .tile >> nth=1", "#hint"):
        expect(page.locator(place)).to_be_in_viewport()
    tile, felt = page.locator("#rack .tile").first.bounding_box(), page.locator(".table").bounding_box()
    assert tile
    assert felt
    page.mouse.move(tile["x"] + 10, tile["y"] + 10)
    page.mouse.down()
    page.mouse.move(felt["x"] + felt["width"] - 12, felt["y"] + felt["height"] - 12, steps=5)
    page.mouse.up()
    expect(page.locator("#rack .tile")).to_have_count(1)
    expect(page.locator("#melds .meld:has(.tile)")).to_have_count(3)


def test_tiles_of_the_table_stay_on_the_table(page: Page) -> None:
    page.goto(link(LAY))
    drag(page, "#melds [data-tile=R7]", "#rack")
    expect(page.locator(".toast")).to_have_text("Tiles on the table stay on the table.")
    expect(page.locator("#rack .tile")).to_have_count(2)


def test_hints_tell_more_and_more_until_the_answer_lies_there(page: Page) -> None:
    page.goto(link(LAY))
    page.click("#hint")
    expect(page.locator("#hints li")).to_have_text("One meld of the table must change; the others can stay.")
    page.click("#hint")
    expect(page.locator("#melds .hinted")).to_have_count(4)
    page.click("#hint")
    expect(page.locator("#hints li")).to_have_count(3)
    page.click("#hint")
    expect(page.locator("#end h2")).to_have_text("The answer")
    expect(page.locator("#rack .tile")).to_have_count(0)
    expect(page.locator("#streak")).to_be_hidden()


def test_play_or_wait_tells_a_wrong_turn_from_the_right_one(page: Page) -> None:
    page.goto(link(PASS))
    expect(page.locator("#other .tile")).to_have_count(2)
    drag(page, "#rack [data-tile=K4]", "#melds [data-tile=K3]")
    page.click("#play")
    expect(page.locator("#message")).to_contain_text("then the other player wins")
    page.click("#reset")
    page.click("#pass")
    expect(page.locator("#end")).to_contain_text("a pass wins")
    expect(page.locator("#end")).to_contain_text("1 hint or wrong try")


def test_todays_puzzle_is_the_packages_and_a_streak_counts_the_days(page: Page) -> None:
    page.clock.set_fixed_time("2026-11-17T12:00:00")
    page.goto("/puzzles")
    entry = '{"seconds": 60, "hints": 0, "shown": false, "level": 1, "kind": "lay"}'
    page.evaluate(f"""localStorage.setItem("optimeld.puzzles", '{{"days": {{"2026-11-16": {entry}}}}}')""")
    page.reload()
    expect(page.locator("#streak")).to_have_text("1 day in a row")
    today = of_the_day(date(2026, 11, 17))
    shown = page.locator("#rack .tile").evaluate_all("all => all.map((each) => each.dataset.tile)")
    assert sorted(shown) == sorted(map(str, today.position.rack))
    expect(page.locator("#stars")).to_contain_text(f"level {today.level} of 5")
    page.click("#diary a >> nth=-2")
    expect(page.locator("#puzzle-title")).to_contain_text("Monday 16 November")


def test_another_puzzle_has_the_kind_and_level_that_were_asked_for(page: Page) -> None:
    page.goto("/puzzles")
    page.click("label[for=kinds-wait]")
    page.click("label[for=levels-3]")
    page.click("#next")
    expect(page.locator("#puzzle-title")).to_have_text("Play or wait?")
    expect(page.locator("#stars")).to_contain_text("level 3 of 5")
    expect(page).to_have_url(re.compile(r"\?q="))
    page.go_back()
    expect(page.locator("#puzzle-title")).to_contain_text("Today")
    expect(page.locator("#kinds-wait")).to_be_checked()


def test_a_link_cut_short_says_so(page: Page) -> None:
    page.goto("/puzzles?q=bGF5IDIgU")
    expect(page.locator("#question")).to_contain_text("cut short")


@pytest.mark.parametrize("size", first_of((390, 844), (844, 390), (820, 1180), (1440, 900), (720, 450)))
def test_a_puzzle_fits_every_screen(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(link(LAY))
    expect(page.locator("#rack .tile")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    for name in ("#reset", "#hint", "#next"):
        box = page.locator(name).bounding_box()
        assert box
        assert box["height"] >= 40
        assert box["x"] + box["width"] <= size[0]
