"""The analysis board, used as people use it."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from hands import drag
from optimeld.position import Position

pytestmark = pytest.mark.browser

POSITION = "R3 R4 R5 R6 | B3 B4 B5 | K8 R8 B8 O8 // K3 O3 K9 K10"


def type_position(page: Page, text: str) -> None:
    page.fill("#notation", text)


def tiles(page: Page, place: str) -> list[str]:
    shown = page.locator(f"{place} .tile")
    found: list[str] = shown.evaluate_all("all => all.map((each) => each.dataset.tile)")
    return found


def melds(page: Page) -> list[str]:
    """The melds on the table, once the server has said how each is read."""
    expect(page.locator("#answer")).to_have_attribute("aria-busy", "false")
    found: list[str] = page.locator("#melds > .meld .meld-tiles").evaluate_all(
        "all => all.map((meld) => [...meld.querySelectorAll('.tile')]"
        ".map((each) => each.dataset.tile).join(' '))"
    )
    return found


def test_a_position_laid_out_by_dragging_gets_its_proved_answer(page: Page) -> None:
    page.goto("/?p=~")
    drag(page, "#picker [data-tile=K1]", "#melds .new-meld")
    for tile in ("K2", "K3"):
        drag(page, f"#picker [data-tile={tile}]", "#melds .meld:has(.tile) .tile >> nth=-1")
    drag(page, "#picker [data-tile=K4]", "#rack")
    expect(page.locator(".answer-head .badge")).to_have_text("proved optimal")
    expect(page.locator("#answer h2")).to_have_text("Play 1 tile")
    assert melds(page) == ["K1 K2 K3"]
    assert tiles(page, "#rack") == ["K4"]
    drag(page, "#rack [data-tile=K4]", "#picker")
    expect(page.locator("#answer h2")).to_have_text("The rack is empty")


def test_a_position_laid_out_by_tapping_goes_where_it_was_told(page: Page) -> None:
    page.goto("/?p=~")
    page.click("#to-table")
    for tile in ("R5", "B5", "O5"):
        page.click(f"#picker [data-tile={tile}]")
    page.click("#to-rack")
    page.click("#picker [data-tile=K5]")
    expect(page.locator("#answer h2")).to_have_text("Play 1 tile")
    assert melds(page) == ["R5 B5 O5"]
    page.click("#rack [data-tile=K5]")
    page.click("#melds .here")
    expect(page.locator("#answer h2")).to_have_text("The rack is empty")
    assert melds(page) == ["K5 R5 B5 O5"]


def test_typing_gives_the_answer_and_the_animation_ends_at_the_new_table(page: Page) -> None:
    page.goto("/analyse")
    type_position(page, POSITION)
    expect(page.locator("#answer h2")).to_have_text("Play 4 tiles")
    expect(page.locator(".answer-head .badge")).to_have_text("proved optimal")
    steps = page.locator("#steps button")
    count = steps.count()
    assert count >= 2
    page.locator("#notation").blur()
    for step in range(1, count + 1):
        page.keyboard.press("ArrowRight")
        expect(page.locator("#preview-badge")).to_have_text(f"Step {step} of {count}")
        expect(page.locator("#steps [aria-current=step]")).to_have_attribute("data-frame", str(step))
    assert tiles(page, "#rack") == []
    shown = melds(page)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#preview-badge")).to_have_text(f"Step {count - 1} of {count}")
    page.keyboard.press("Escape")
    expect(page.locator("#notation")).to_have_value(POSITION)
    page.keyboard.press("a")
    expect(page.locator("#answer h2")).to_have_text("The rack is empty")
    assert sorted(melds(page)) == sorted(shown)


def test_an_illegal_meld_is_refused_with_the_reason_and_loose_tiles_are_laid_out_again(page: Page) -> None:
    page.goto("/analyse")
    type_position(page, "K1 K2 K4 | R5 B5 O5 K3 // R1")
    expect(page.locator("#melds .meld.illegal .why").first).to_contain_text("gap at K3")
    expect(page.locator("#answer h2")).to_have_text("Not a position yet")
    page.click("#rebuild")
    expect(page.locator("#melds .illegal")).to_have_count(0)
    expect(page.locator("#answer h2")).to_have_text("No tile can be played")


def test_bad_notation_is_named_and_the_board_stays(page: Page) -> None:
    page.goto("/analyse")
    type_position(page, "K1 K2 K3 // K4")
    type_position(page, "K1 K2 K3 // X4")
    expect(page.locator("#notation-problem")).to_contain_text("X4")
    assert melds(page) == ["K1 K2 K3"]


def test_stretches_and_groups_may_be_typed_short(page: Page) -> None:
    page.goto("/analyse")
    type_position(page, "R3-6 | krb5 // y5 j")
    page.locator("#notation").blur()
    expect(page.locator("#notation")).to_have_value("R3 R4 R5 R6 | K5 R5 B5 // O5 J")
    expect(page.locator("#answer h2")).to_have_text("Play 2 tiles")


def test_an_answer_that_was_not_proved_in_time_says_so(page: Page) -> None:
    """A position for which the time did not suffice: the play found by then, and how sure it is."""

    def stopped(proved: str) -> Callable[[Route], None]:
        def answer(route: Route) -> None:
            came = route.fetch()
            late = f'"status":"time-limit","play_proved":{proved},"kept_proved":false'
            route.fulfill(response=came, body=came.text().replace('"status":"optimal"', late))

        return answer

    for proved, badge, words in (
        ("false", "not proved", "There may be a better one"),
        ("true", "proved most", "No play lays more"),
    ):
        page.route("**/api/analyse", stopped(proved))
        page.goto("/analyse?p=R4R5R6R7~K7B7")
        expect(page.locator("#answer h2")).to_have_text("Play 2 tiles")
        expect(page.locator("#answer .badge").first).to_have_text(badge)
        expect(page.locator("#not-proved")).to_contain_text(words)
        expect(page.locator("#answer .facts")).to_contain_text("stopped after")
        expect(page.locator("#steps li")).to_have_count(2)
        page.unroute("**/api/analyse")


def test_undo_and_redo_walk_through_the_edits(page: Page) -> None:
    page.goto("/?p=~")
    page.click("#picker [data-tile=K4]")
    page.click("#picker [data-tile=K5]")
    page.keyboard.press("z")
    assert tiles(page, "#rack") == ["K4"]
    page.keyboard.press("z")
    assert tiles(page, "#rack") == []
    page.keyboard.press("y")
    page.keyboard.press("y")
    assert tiles(page, "#rack") == ["K4", "K5"]


def test_the_link_of_a_position_opens_the_same_position_with_its_rules(page: Page) -> None:
    page.goto("/analyse")
    type_position(page, "R5 B5 K5 J // O10 O11 O12")
    page.locator("#notation").blur()
    page.click("label[for=joker-locked]")
    page.click("label[for=objective-value]")
    page.click("#share")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.url
    read = Position.from_url(parse_qs(urlsplit(link).query)["p"][0])
    assert str(read) == "K5 R5 B5 J // O10 O11 O12"
    assert read.rules.joker_rule == "locked"
    other = page.context.new_page()
    other.goto(link)
    expect(other.locator("#answer h2")).to_have_text("Play 3 tiles")
    expect(other.locator("#notation")).to_have_value("K5 R5 B5 J // O10 O11 O12")
    assert other.is_checked("#joker-locked")
    assert other.is_checked("#objective-value")


def test_other_plays_are_previewed_under_the_pointer_and_chosen_by_a_click(page: Page) -> None:
    page.goto("/analyse")
    type_position(page, "// K5 R5 B5 R6 R7")
    page.locator("#notation").blur()
    plays = page.locator("#alternatives .plays button")
    expect(plays.first).to_be_visible()
    before = melds(page)
    plays.nth(1).hover()
    expect(page.locator("#preview-badge")).to_have_text("Preview")
    assert melds(page) != before
    page.mouse.move(5, 5)
    expect(page.locator("#preview-badge")).to_be_hidden()
    assert melds(page) == before
    plays.nth(1).click()
    expect(page.locator(".answer-head .badge").first).to_have_text("alternative 2")


def test_outs_and_unseen_tiles_are_counted(page: Page) -> None:
    page.goto("/?p=K1K2K3~R5R6")
    expect(page.locator("#outs")).to_contain_text(re.compile(r"\d+ of 101 unseen tiles let you finish"))
    expect(page.locator("#picker [data-tile=K1]")).to_have_attribute("aria-label", "Add black 1, 1 unseen")


def test_the_help_lists_the_keys(page: Page) -> None:
    page.goto("/analyse")
    page.keyboard.press("?")
    expect(page.locator("dialog[open]")).to_contain_text("Undo")
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_a_position_can_be_made_with_the_keyboard_alone(page: Page) -> None:
    page.goto("/?p=~")
    expect(page.locator("#picker [data-tile=K1]")).to_have_attribute("aria-label", "Add black 1, 2 unseen")
    page.locator("#picker .tile").first.focus()
    for number, key in enumerate(["Enter", "ArrowRight", "Enter", "ArrowDown", "Enter"]):
        page.keyboard.press(key)
        expect(page.locator("#rack .tile")).to_have_count(number // 2 + 1)
    assert tiles(page, "#rack") == ["K1", "K2", "R2"]
    page.locator("#rack .tile").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("Delete")
    expect(page.locator("#rack .tile")).to_have_count(2)
    assert tiles(page, "#rack") == ["K1", "R2"]


def test_moving_tiles_respects_a_wish_for_less_motion(page: Page) -> None:
    page.goto("/?p=K1K2K3~K4")
    expect(page.locator("#answer .facts")).to_be_visible()
    page.keyboard.press("ArrowRight")
    moving = "document.getAnimations().filter((each) => each.effect.target.matches('.tile')).length"
    assert page.evaluate(moving) == 0


def test_keys_do_what_they_say_wherever_the_mouse_has_been(page: Page) -> None:
    page.goto(f"/analyse?p={Position.parse(POSITION).to_url()}")
    expect(page.locator("#answer h2")).to_have_text("Play 4 tiles")
    page.locator("#rack .tile").first.click()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#preview-badge")).to_contain_text("Step 1 of")
    page.keyboard.press("Escape")
    page.click("#to-table")
    page.keyboard.press(" ")
    expect(page.locator("#play-pause")).to_have_attribute("aria-label", "Pause")
    expect(page.locator("#to-table")).not_to_be_focused()
