"""A game against the engine, from the deal to the review."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def deal(page: Page, first: str = "greedy", second: str = "simple") -> None:
    page.goto("/play")
    page.evaluate("localStorage.setItem('optimeld.pace', 'instant')")
    page.select_option("#opponent-1", first)
    page.select_option("#opponent-2", second)
    page.click("#start")
    page.wait_for_url("**/play/*")
    expect(page.locator("#rack .tile")).to_have_count(14)


def rack(page: Page) -> list[str]:
    found: list[str] = page.locator("#rack .tile").evaluate_all("all => all.map((each) => each.dataset.tile)")
    return found


def turn(page: Page) -> int:
    return int(page.locator("#log li").count())


def take_turn(page: Page) -> None:
    """Plays what the third hint shows, or draws."""
    page.click("[data-hint='3']")
    told = page.locator("#hint .told p").first
    expect(told).to_be_visible()
    if "draw" in (told.text_content() or ""):
        end_turn(page, "#draw")
    else:
        page.click("#use-hint")
        expect(page.locator("#submit")).to_be_enabled()
        end_turn(page, "#submit")


def end_turn(page: Page, button: str) -> None:
    with page.expect_response("**/api/games/**"):
        page.click(button)
    expect(page.locator("#draw:not(:disabled), #end:not([hidden])").first).to_be_visible()


def test_a_whole_game_against_two_opponents_ends_in_a_review(page: Page) -> None:
    deal(page)
    for _ in range(120):
        if page.locator("#end").is_visible():
            break
        take_turn(page)
    expect(page.locator("#end")).to_contain_text("win")
    expect(page.locator("#sheet tfoot")).to_contain_text("Total")
    page.click("#to-review")
    expect(page.locator("#review[data-ready=yes]")).to_be_visible()
    assert page.locator("#turns li").count() > 3
    page.locator("#turns li button").nth(2).click()
    page.click("#verdict a")
    page.wait_for_url("**/analyse?p=*")
    expect(page.locator("#answer h2")).to_be_visible()


@pytest.mark.long
def test_reloading_and_restarting_in_the_middle_lose_nothing(
    page: Page, server: Any, watch: list[Any]
) -> None:
    deal(page)
    for _ in range(3):
        end_turn(page, "#draw")
    held = sorted(rack(page))
    page.locator("#rack .tile").first.click()
    page.keyboard.press("n")
    expect(page.locator("#melds .meld:has(.tile)").last).to_be_visible()
    laid = page.locator("#melds .tile").count()
    page.reload()
    expect(page.locator("#rack .tile").first).to_be_visible()
    expect(page.locator("#melds .tile")).to_have_count(laid)
    page.click("#undo-turn")
    assert sorted(rack(page)) == held
    server.stop()
    server.start()
    page.reload()
    expect(page.locator("#rack .tile")).to_have_count(len(held))
    assert sorted(rack(page)) == held
    end_turn(page, "#draw")
    page.goto("/play")
    expect(page.locator("#known-list li").first).to_contain_text("Continue")


def test_an_illegal_table_cannot_be_played_and_the_reason_is_shown(page: Page) -> None:
    deal(page)
    page.locator("#rack .tile").nth(0).click()
    page.locator("#rack .tile").nth(1).click()
    page.click("#melds .new-meld")
    expect(page.locator("#message")).to_contain_text("is not a meld")
    expect(page.locator("#submit")).to_be_disabled()
    page.click("#undo-turn")
    expect(page.locator("#rack .tile")).to_have_count(14)


def test_the_rack_is_sorted_by_colour_or_by_value(page: Page) -> None:
    deal(page)
    page.click("#sort-value")
    values = [int(tile[1:]) for tile in rack(page) if tile != "J"]
    assert values == sorted(values)
    page.click("#sort-colour")
    colours = ["KRBOJ".index(tile[0]) for tile in rack(page)]
    assert colours == sorted(colours)
    end_turn(page, "#draw")
    colours = ["KRBOJ".index(tile[0]) for tile in rack(page)]
    assert (len(colours), colours) == (15, sorted(colours))
    expect(page.locator("#rack .tile.fresh")).to_have_count(1)
    expect(page.locator("#sort-colour")).to_have_attribute("aria-pressed", "true")


def test_a_players_own_order_of_the_rack_is_kept_and_a_drawn_tile_goes_to_the_right(page: Page) -> None:
    deal(page)
    first, last = rack(page)[0], page.locator("#rack .tile").last.bounding_box()
    assert last
    page.locator("#rack .tile").first.hover()
    page.mouse.down()
    page.mouse.move(last["x"] + last["width"] - 2, last["y"] + 10, steps=6)
    page.mouse.up()
    expect(page.locator("#rack .tile").last).to_have_attribute("data-tile", first)
    expect(page.locator("#sort-colour")).to_have_attribute("aria-pressed", "false")
    own = rack(page)
    end_turn(page, "#draw")
    assert rack(page)[:14] == own


def test_the_three_hints_tell_more_and_more(page: Page) -> None:
    deal(page)
    for _ in range(30):
        page.click("[data-hint='1']")
        if "can be laid" in (page.locator("#hint .told").text_content() or ""):
            break
        end_turn(page, "#draw")
    expect(page.locator("#hint .told .tile")).to_have_count(0)
    page.click("[data-hint='2']")
    expect(page.locator("#hint .told .tile").first).to_be_visible()
    expect(page.locator("#use-hint")).to_have_count(0)
    page.click("[data-hint='3']")
    page.click("#use-hint")
    expect(page.locator("#opening-words")).to_contain_text("of 30 points")
    expect(page.locator("#submit")).to_be_enabled()


def test_a_hint_never_takes_back_what_lies_on_the_table(page: Page) -> None:
    deal(page)
    for _ in range(30):
        page.click("[data-hint='1']")
        expect(page.locator("#hint .told p").first).to_be_visible()
        if "can be laid" in (page.locator("#hint .told").text_content() or ""):
            break
        end_turn(page, "#draw")
    page.locator("#rack .tile").first.click()
    page.keyboard.press("n")
    expect(page.locator("#melds .tile.fresh")).to_have_count(1)
    held = page.locator("#rack .tile").count()
    for tier in "123":
        page.click(f"[data-hint='{tier}']")
        expect(page.locator("#hint .told")).to_contain_text("you have laid 1")
    expect(page.locator("#rack .tile")).to_have_count(held)
    page.click("#use-hint")
    expect(page.locator("dialog[open]")).to_contain_text("goes back first")
    page.click("dialog[open] [value=no]")
    expect(page.locator("#rack .tile")).to_have_count(held)


def test_drawing_with_tiles_laid_asks_first(page: Page) -> None:
    deal(page)
    page.locator("#rack .tile").first.click()
    page.keyboard.press("n")
    expect(page.locator("#rack .tile")).to_have_count(13)
    page.click("#draw")
    expect(page.locator("dialog[open]")).to_contain_text("takes it back to your rack")
    page.keyboard.press("Escape")
    expect(page.locator("#rack .tile")).to_have_count(13)
    page.keyboard.press("d")
    with page.expect_response("**/draw"):
        page.click("dialog[open] [value=yes]")
    expect(page.locator("#rack .tile")).to_have_count(15)


def test_a_tile_dropped_anywhere_on_the_felt_begins_a_meld(page: Page) -> None:
    deal(page)
    felt = page.locator("#melds").locator("xpath=ancestor::section").bounding_box()
    assert felt
    for number, (right, down) in enumerate([(0.5, 0.5), (0.9, 0.9), (0.3, 0.95)], 1):
        page.locator("#rack .tile").first.hover()
        page.mouse.down()
        page.mouse.move(felt["x"] + felt["width"] * right, felt["y"] + felt["height"] * down, steps=5)
        page.mouse.up()
        expect(page.locator("#rack .tile")).to_have_count(14 - number)
    expect(page.locator("#melds .meld:has(.tile)")).not_to_have_count(0)


def game_where_an_opponent_opened(server: Any) -> dict[str, Any]:
    """A game in which the person has only drawn and someone has laid tiles just now."""
    with httpx.Client(base_url=server.url, timeout=30) as client:
        for seed in range(40):
            game = client.post("/api/games", json={"opponents": ["greedy", "greedy"], "seed": seed}).json()
            for _ in range(4):
                game = client.post(f"/api/games/{game['id']}/draw", json={"turn": game["turn"]}).json()
                if game["over"]:
                    break
                if any(event["steps"] for event in game["events"]) and game["players"][1]["opened"]:
                    return dict(game)
    raise AssertionError("nobody opened in forty games")


def test_before_opening_the_table_is_not_to_be_touched_and_the_page_says_so(page: Page, server: Any) -> None:
    game = game_where_an_opponent_opened(server)
    page.goto("/play")
    page.evaluate("localStorage.setItem('optimeld.pace', 'instant')")
    page.goto(f"/play/{game['id']}")
    expect(page.locator("#draw")).to_be_enabled()
    before = page.locator("#melds .tile").count()
    page.locator("#melds .tile").first.click()
    page.click("#melds .new-meld")
    expect(page.locator(".toast").last).to_contain_text("You have not opened yet")
    page.keyboard.press("Escape")
    page.locator("#rack .tile").first.click()
    page.locator("#melds .tile").first.click()
    expect(page.locator(".toast")).to_have_count(2)
    expect(page.locator("#melds .tile")).to_have_count(before)


def test_the_others_turns_are_shown_step_by_step_and_once_more(page: Page, server: Any) -> None:
    game = game_where_an_opponent_opened(server)
    shown = [event for event in game["events"] if event["player"] != game["seat"]]
    page.goto("/play")
    page.evaluate(
        f"localStorage.setItem('optimeld.pace', 'fast'); localStorage.removeItem('seen.{game['id']}')"
    )
    page.goto(f"/play/{game['id']}")
    expect(page.locator("#skip")).to_be_visible()
    expect(page.locator("#message")).to_contain_text("from the rack")
    page.click("#skip")
    expect(page.locator("#draw")).to_be_enabled()
    laid = sum(len(event["played"]) for event in shown)
    expect(page.locator("#melds .tile.theirs")).to_have_count(laid)
    page.click("#again")
    expect(page.locator("#skip")).to_be_visible()
    expect(page.locator("#draw")).to_be_enabled()
    expect(page.locator("#melds .tile.theirs")).to_have_count(laid)
    page.reload()
    expect(page.locator("#draw")).to_be_enabled()
    expect(page.locator("#melds .tile.theirs")).to_have_count(laid)


#: Whose turn is shown, one after the other.
NOTE_WHO_MOVES = """
window.moved = [];
addEventListener("DOMContentLoaded", () =>
  new MutationObserver(() => {
    const who = document.querySelector("#players .moving b")?.textContent;
    if (who && !document.getElementById("skip").hidden && window.moved.at(-1) !== who) window.moved.push(who);
  }).observe(document.body, { subtree: true, childList: true, attributes: true }));
"""


def game_over_against_three(server: Any) -> str:
    """The key of a game that is over: in the next one the three others move before the person."""
    with httpx.Client(base_url=server.url, timeout=60) as client:
        game = client.post("/api/games", json={"opponents": ["greedy"] * 3, "seed": 3}).json()
        while not game["over"]:
            game = client.post(f"/api/games/{game['id']}/draw", json={"turn": game["turn"]}).json()
    return str(game["id"])


@pytest.mark.long
def test_on_a_phone_three_who_move_first_are_seen_one_by_one_skipped_and_seen_again(
    open_page: Any, server: Any
) -> None:
    page: Page = open_page(390, 844, touch=True)
    page.add_init_script(NOTE_WHO_MOVES)
    page.goto("/play")
    page.evaluate("localStorage.setItem('optimeld.pace', 'fast')")
    before = page.goto(f"/play/{game_over_against_three(server)}")
    assert before
    page.tap("#next-game")
    page.wait_for_url(lambda url: url != before.url)
    expect(page.locator("#draw")).to_be_enabled()
    names = page.locator("#players li b").all_inner_texts()
    assert page.evaluate("window.moved") == names
    page.select_option("#pace", "slow")
    page.tap("#again")
    expect(page.locator("#message")).to_contain_text(names[0])
    expect(page.locator("#skip")).to_be_in_viewport()
    page.tap("#skip")
    expect(page.locator("#draw")).to_be_enabled()
    # What the others do now is marked until the person's own turn is over.
    page.select_option("#pace", "instant")
    for _ in range(12):
        page.tap("#draw")
        expect(page.locator("#draw")).to_be_enabled()
        if page.locator("#melds .theirs").count():
            break
    marked = page.locator("#melds .theirs").count()
    assert marked
    page.tap("#rack .tile >> nth=0")
    page.tap("#melds .new-meld")
    expect(page.locator("#melds .theirs")).to_have_count(marked)
    page.tap("#undo-turn")
    expect(page.locator("#melds .theirs")).to_have_count(marked)


def test_no_notation_is_shown_during_a_game(page: Page) -> None:
    deal(page)
    for _ in range(2):
        page.locator("#rack .tile").first.click()
        page.locator("#rack .tile").nth(3).click()
        page.keyboard.press("n")
    expect(page.locator("#message")).to_contain_text("is not a meld")
    words = page.locator("#game").inner_text()
    assert not re.search(r"\b[KRBO]\d{1,2}\b", words), words


@pytest.mark.long
def test_the_clock_ends_the_turn(page: Page) -> None:
    page.goto("/play")
    page.evaluate(
        """async () => {
          localStorage.setItem("optimeld.pace", "instant");
          const headers = { "content-type": "application/json" };
          const body = JSON.stringify({ opponents: ["simple"], clock: 10 });
          const made = await fetch("/api/games", { method: "POST", headers, body });
          location.href = `/play/${(await made.json()).id}`;
        }"""
    )
    page.wait_for_url("**/play/*")
    expect(page.locator("#time-left")).to_contain_text("0:")
    expect(page.locator("#rack .tile")).to_have_count(15, timeout=15_000)


def test_where_who_can_lay_must_a_draw_is_refused_in_words(page: Page, watch: list[Any]) -> None:
    watch[0].expected.append("422")
    page.goto("/play")
    page.evaluate("localStorage.setItem('optimeld.pace', 'instant')")
    page.select_option("#opponent-1", "simple")
    page.select_option("#opponent-2", "")
    page.click("#setup summary")
    page.check("#must-play")
    page.click("#start")
    page.wait_for_url("**/play/*")
    for _ in range(30):
        expect(page.locator("#draw")).to_be_enabled()
        page.click("[data-hint='1']")
        told = page.locator("#hint .told p").first
        expect(told).to_be_visible()
        if "can be laid" in (told.text_content() or ""):
            break
        end_turn(page, "#draw")
    tiles = page.locator("#rack .tile").count()
    page.click("#draw")
    expect(page.locator(".toast").last).to_contain_text("must")
    expect(page.locator("#rack .tile")).to_have_count(tiles)


def test_with_the_river_one_of_two_tiles_is_kept_and_a_face_up_one_can_be_taken(page: Page) -> None:
    page.goto("/play")
    page.evaluate("localStorage.setItem('optimeld.pace', 'instant')")
    page.click("#setup summary")
    page.check("#river")
    page.click("#start")
    page.wait_for_url("**/play/*")
    expect(page.locator("#rack .tile")).to_have_count(14)
    page.click("#draw")
    expect(page.locator("#river-place button")).to_have_count(2)
    page.locator("#river-place button").first.click()
    expect(page.locator("#rack .tile")).to_have_count(15)
    tiles = 15
    for _ in range(8):
        expect(page.locator("#draw")).to_be_enabled()
        if page.locator("#river-place button").count():
            break
        # The opponent took the face-up tile: another is drawn.
        page.click("#draw")
        page.locator("#river-place button").first.click()
        tiles += 1
        expect(page.locator("#rack .tile")).to_have_count(tiles)
    page.locator("#river-place button").first.click()
    expect(page.locator("#rack .tile")).to_have_count(tiles + 1)
