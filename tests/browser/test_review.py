"""A finished game walked through on the board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from volume import first_of

pytestmark = pytest.mark.browser

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.fixture(scope="module")
def finished(server: Any) -> str:
    """The key of a short game: the person lays what can be laid, but draws at every third turn."""
    with httpx.Client(base_url=server.url, timeout=30) as client:
        game = client.post("/api/games", json={"opponents": ["simple"], "seed": 3}).json()
        for number in range(200):
            if game["over"]:
                break
            key, turn = game["id"], game["turn"]
            hint = client.post(f"/api/games/{key}/hint", json={"turn": turn, "tier": 3}).json()
            lays = hint["tiles"] > 0 and number % 3 > 0
            body = {"turn": turn, **({"table": hint["table"]} if lays else {})}
            game = client.post(f"/api/games/{key}/{'play' if lays else 'draw'}", json=body).json()
    assert game["over"]
    return str(game["id"])


def open_review(page: Page, key: str) -> None:
    page.goto(f"/review/{key}")
    expect(page.locator("#review[data-ready=yes]")).to_be_visible()


def test_a_game_is_walked_from_the_deal_to_its_end_and_back(page: Page, finished: str) -> None:
    open_review(page, finished)
    turns = int(page.get_attribute("#scrub", "max") or 0)
    assert turns > 10
    expect(page.locator("#turn-badge")).to_have_text("the deal")
    expect(page.locator("#rack .tile")).to_have_count(14)
    for turn in range(1, turns + 1):
        page.keyboard.press("ArrowRight")
        if turn % 5 == 1 or turn == turns:
            expect(page.locator("#turn-badge")).to_have_text(f"turn {turn} of {turns}")
    expect(page.locator("#forward")).to_be_disabled()
    laid = page.locator("#melds .tile").count()
    assert laid > 10
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#turn-badge")).to_have_text(f"turn {turns - 1} of {turns}")
    page.keyboard.press("Home")
    expect(page.locator("#melds .tile")).to_have_count(0)
    page.keyboard.press("ArrowDown")
    expect(page.locator("#verdict-title")).to_contain_text("Turn 1")
    page.click("#own-forward")
    expect(page.locator("#verdict-title")).to_contain_text("Turn 3")


def sum_of(page: Page) -> int:
    """Where the balance begins, with all that is counted in it, less where it ends: in percent."""
    figures = page.locator("#balance dd").all_inner_texts()
    start, *changes, end = (int(text.replace("\u2212", "-").split()[0]) for text in figures)
    return start + sum(changes) - end


@pytest.mark.long
def test_the_chance_of_winning_is_a_curve_and_a_dear_choice_shows_a_better_one(
    page: Page, finished: str
) -> None:
    open_review(page, finished)
    expect(page.locator("#review[data-weighed=yes]")).to_be_visible(timeout=60_000)
    own = page.locator("#turns button")
    expect(page.locator("#turns .badge")).to_have_count(own.count())
    for words in ("Your choices", "Luck of the tiles you drew", "The others' turns"):
        expect(page.locator("#balance")).to_contain_text(words)
    assert sum_of(page) == pytest.approx(0, abs=3)
    for by in ("choice", "draw", "others"):
        assert page.locator(f"#curve path.by-{by}").count() > 0
    page.locator("#turns button", has_text="You draw").first.click()
    for words in ("Your choice", "The tile you drew", "The others' turns after it"):
        expect(page.locator("#verdict .changes")).to_contain_text(words)
    dear = page.locator("#turns button:has(.badge.bad), #turns button:has(.badge.warn)")
    if dear.count():
        dear.first.click()
        page.click("#better")
        expect(page.locator("#turn-badge")).to_have_text("the better choice")
        page.click("#better")
    box = page.locator("#curve svg").bounding_box()
    assert box
    page.click("#curve svg", position={"x": box["width"] - 15, "y": box["height"] / 2})
    expect(page.locator("#forward")).to_be_disabled()


def test_a_turn_is_tried_again_with_the_same_tiles(page: Page, finished: str) -> None:
    open_review(page, finished)
    page.locator("#turns button").nth(2).click()
    page.keyboard.press("ArrowLeft")
    rack = page.locator("#rack .tile").evaluate_all("all => all.map((each) => each.dataset.tile).sort()")
    page.keyboard.press("ArrowRight")
    page.click("#again")
    page.wait_for_url("**/play/*")
    expect(page.locator("#rack .tile")).to_have_count(len(rack))
    dealt = page.locator("#rack .tile").evaluate_all("all => all.map((each) => each.dataset.tile).sort()")
    assert dealt == rack


def test_a_record_is_downloaded_and_read_again_from_any_seat(
    page: Page, finished: str, tmp_path: Path
) -> None:
    open_review(page, finished)
    with page.expect_download() as coming:
        page.click("#download")
    file = tmp_path / "game.txt"
    coming.value.save_as(file)
    page.goto("/review")
    with page.expect_file_chooser() as asked:
        page.click("#record-file")
    asked.value.set_files(file)
    expect(page.locator("#review[data-ready=yes]")).to_be_visible()
    expect(page.locator("#again")).to_have_count(0)
    page.select_option("#seat", "1")
    expect(page.locator("#result")).to_contain_text("Your score")


def test_a_record_that_does_not_read_says_which_line(page: Page, watch: list[Any]) -> None:
    watch[0].expected.append("422")
    page.goto("/review")
    page.fill("#record", (GOLDEN / "tiny-box.game").read_text().replace("rack 1", "rack 7"))
    page.click("#record-read")
    expect(page.locator("#record-problem")).to_contain_text("line")


@pytest.mark.parametrize("size", first_of((390, 844), (844, 390), (820, 1180), (1440, 900), (720, 450)))
def test_a_review_fits_every_screen(page: Page, finished: str, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    open_review(page, finished)
    page.click("#own-forward")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    for name in ("#back", "#forward", "#own-forward", "#turns button >> nth=0"):
        box = page.locator(name).bounding_box()
        assert box
        assert box["height"] >= 40
