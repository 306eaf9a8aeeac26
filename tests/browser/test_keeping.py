"""Positions entered with few taps, kept, brought in and taken out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.long]

#: Eight melds and twelve tiles on the rack, as someone reads them off a table.
MELDS = [
    "K1 K2 K3", "R5 B5 O5", "R7 R8 R9 R10", "K8 R8 B8 O8",
    "B1 B2 B3", "K11 R11 O11", "O1 O2 O3 O4", "K13 B13 O13",
]  # fmt: skip
RACK = "K5 K6 K9 R1 R2 R12 B6 B9 B10 O6 O9 J"


def expect_position(page: Page, text: str) -> None:
    """Waits for it: an edit is shown with its answer, a moment later."""
    expect(page.locator("#notation")).to_have_value(text)
    expect(page.locator("#answer")).to_have_attribute("aria-busy", "false")


def sweep(page: Page, first: str, last: str) -> None:
    start, end = (page.locator(f"#picker [data-tile={tile}]").bounding_box() for tile in (first, last))
    assert start
    assert end
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
    page.mouse.up()


def test_a_table_of_eight_melds_takes_hardly_more_taps_than_it_has_tiles(page: Page) -> None:
    page.goto("/analyse?p=~")
    page.evaluate("window.taps = 0; addEventListener('pointerdown', () => { window.taps += 1; }, true)")
    page.click("#to-table")
    for meld in MELDS:
        for tile in meld.split():
            page.click(f"#picker [data-tile={tile}]")
    page.click("#to-rack")
    for tile in RACK.split():
        page.click(f"#picker [data-tile={tile}]")
    expect_position(page, f"{' | '.join(MELDS)} // {RACK}")
    tiles = sum(len(meld.split()) for meld in MELDS) + len(RACK.split())
    assert page.evaluate("window.taps") == tiles + 2


def test_a_sweep_lays_a_run_or_a_group_and_a_drag_still_drags(page: Page) -> None:
    page.goto("/analyse?p=~")
    page.click("#to-table")
    sweep(page, "R5", "R9")
    sweep(page, "R2", "O2")
    expect_position(page, "R5 R6 R7 R8 R9 | R2 B2 O2 //")
    page.click("#remove-meld")
    expect_position(page, "R5 R6 R7 R8 R9 //")
    page.click("#to-rack")
    sweep(page, "K4", "K6")
    expect_position(page, "R5 R6 R7 R8 R9 // K4 K5 K6")


def test_the_rack_is_sorted_by_colour_and_then_by_value(page: Page) -> None:
    page.goto("/analyse?p=~O3R9K3J")
    page.click("#sort")
    expect_position(page, "// K3 R9 O3 J")
    page.click("#sort")
    expect_position(page, "// K3 O3 R9 J")


def test_the_last_position_is_there_again_at_the_next_visit(page: Page) -> None:
    page.goto("/analyse?p=~")
    page.click("#picker [data-tile=K4]")
    page.wait_for_url("**?p=~K4")
    page.goto("/odds")
    page.goto("/analyse")
    expect_position(page, "// K4")


def test_a_position_is_kept_under_a_name_shown_again_and_forgotten(page: Page) -> None:
    page.goto("/analyse?p=K1K2K3~K4")
    page.fill("#kept-name", "Before the storm")
    page.click("#save")
    page.click("#clear")
    page.reload()
    page.click("#kept-list .open")
    expect_position(page, "K1 K2 K3 // K4")
    page.click("#kept-list [aria-label='Forget Before the storm']")
    expect(page.locator("#kept-list li")).to_have_count(0)


WRITTEN = [
    "K1 K2 K3 | R5 B5 O5 // R6 K4 J",
    "black 1, 2, 3\nred 5, blue 5, orange 5\n\nR6 K4 joker",
    "Table:\n- K1-3\n- R5 B5 Y5\nMy rack: red 6, black 4, *",
    "1. k1 k2 k3\n2. rby5\nrack = R6, K4, J",
    '{"table": [["K1", "K2", "K3"], ["R5", "B5", "O5"]], "rack": ["R6", "K4", "J"]}',
    "look at http://example.org/analyse?p=K1K2K3_R5B5O5~R6K4J please",
]


def test_positions_are_read_as_people_write_them(page: Page) -> None:
    page.goto("/analyse?p=~")
    for text in WRITTEN:
        page.click("#clear")
        expect(page.locator("#melds .meld:has(.tile)")).to_have_count(0)
        page.fill("#paste", text)
        page.click("#paste-read")
        expect(page.locator("#melds .meld:has(.tile)")).to_have_count(2)
        expect_position(page, "K1 K2 K3 | R5 B5 O5 // R6 K4 J")


def test_several_lines_pasted_into_the_notation_are_one_position(page: Page) -> None:
    page.goto("/analyse?p=~")
    page.evaluate("navigator.clipboard.writeText('K1 K2 K3\\nR5 B5 O5\\n\\nR6 K4')")
    page.focus("#notation")
    page.keyboard.press("Control+V")
    expect(page.locator("#melds .meld:has(.tile)")).to_have_count(2)
    expect_position(page, "K1 K2 K3 | R5 B5 O5 // R6 K4")


def test_several_positions_are_all_kept_and_come_back_from_their_file(page: Page, tmp_path: Path) -> None:
    page.goto("/analyse?p=~")
    page.fill("#paste", "K1 K2 K3 // K4\nR5 B5 O5 // K5")
    page.click("#paste-read")
    expect(page.locator("#kept-list li")).to_have_count(2)
    with page.expect_download() as coming:
        page.click("#export-json")
    file = tmp_path / "positions.json"
    coming.value.save_as(file)
    assert [each["position"] for each in json.loads(file.read_text())["positions"]] == [
        "K1 K2 K3 // K4", "R5 B5 O5 // K5",
    ]  # fmt: skip
    page.evaluate("localStorage.clear()")
    page.goto("/analyse?p=~")
    with page.expect_file_chooser() as asked:
        page.click("#import")
    asked.value.set_files(file)
    expect(page.locator("#kept-list li")).to_have_count(2)
    expect_position(page, "K1 K2 K3 // K4")


def test_what_cannot_be_read_is_quoted(page: Page) -> None:
    page.goto("/analyse?p=~")
    page.fill("#paste", "K1 K2 K3\nrack: X4")
    page.click("#paste-read")
    expect(page.locator("#paste-problem")).to_contain_text("X4")


def test_a_position_is_taken_away_as_a_picture(page: Page, tmp_path: Path) -> None:
    page.goto("/analyse?p=K1K2K3_R5B5O5~R6K4J")
    expect(page.locator("#melds .tile")).to_have_count(6)
    for name, beginning in (("svg", b"<svg"), ("png", b"\x89PNG")):
        with page.expect_download() as coming:
            page.click(f"#picture-{name}")
        file = tmp_path / f"position.{name}"
        coming.value.save_as(file)
        assert file.read_bytes().startswith(beginning)
    assert (tmp_path / "position.svg").read_text().count("<rect") == 9 + 2


def test_the_print_view_is_the_board_and_the_play_alone(page: Page) -> None:
    page.goto("/analyse?p=K1K2K3~K4")
    expect(page.locator("#steps li")).to_have_count(1)
    page.emulate_media(media="print")
    for name in ("#melds", "#rack", "#steps"):
        expect(page.locator(name)).to_be_visible()
    for name in ("nav", "#picker", "#rules", "#kept"):
        expect(page.locator(name)).to_be_hidden()
