"""The odds page: charts, reading them, the calculator."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from optimeld.counting.odds import opening_odds
from optimeld.rules import Rules

pytestmark = pytest.mark.browser


def test_the_exact_odds_are_drawn_read_and_calculated(page: Page) -> None:
    page.goto("/odds")
    expect(page.locator("#winning-chart path.line")).to_have_count(3)
    page.locator("#winning-chart svg").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#winning-chart .reading")).to_contain_text("13 tiles: no jokers")
    expect(page.locator("#opening-chart .whisker").first).to_be_visible()
    page.fill("#calc-jokers", "0")
    page.fill("#calc-size", "3")
    page.click("#calc")
    expect(page.locator("#calc-answer")).to_contain_text("96")
    expect(page.locator("#calc-answer")).to_contain_text("24\u2009752")


@pytest.mark.long
def test_the_chance_to_open_says_whether_it_is_estimated_or_exact(page: Page) -> None:
    page.goto("/odds")
    status = page.locator("#opening-status")
    expect(status).to_contain_text("Estimated: with 14 tiles")
    page.select_option("#opening-jokers", "0")
    page.select_option("#opening-points", "40")
    exact = opening_odds(Rules(jokers=0, opening_points=40), 14)[13].probability
    expect(status).to_have_text(f"Exact: with 14 tiles {100 * exact:.4f} % can open.", timeout=60_000)
    expect(page.locator("#opening-chart svg")).to_have_attribute("aria-label", re.compile("^Exact chance"))


def test_the_charts_name_their_axes_and_are_read_by_touch(page: Page) -> None:
    page.goto("/odds")
    expect(page.locator("#winning-chart .axis-title").first).to_have_text("tiles in the hand")
    expect(page.locator("#opening-chart .axis-title").first).to_have_text("tiles on the rack")
    expect(page.locator("#opening-chart .whisker").first).to_be_visible()
    box = page.locator("#opening-chart").bounding_box()
    assert box
    page.click("#opening-chart", position={"x": box["width"] * 0.2, "y": box["height"] / 3})
    expect(page.locator("#opening-chart .reading")).to_contain_text(re.compile(r"14 tiles: \d"))


def test_a_number_out_of_range_is_told_in_words(page: Page) -> None:
    page.goto("/odds")
    page.fill("#calc-colours", "9")
    page.click("#calc")
    expect(page.locator("#calc-answer")).to_have_text("The number of colours goes from 2 to 5.")
    expect(page.locator("#calc-colours")).to_have_attribute("aria-invalid", "true")


def test_two_counts_at_once_are_both_answered(page: Page) -> None:
    page.goto("/odds")
    asked = """async () => {
      const headers = { "content-type": "application/json" };
      const count = async (values) => {
        const body = JSON.stringify({ values, jokers: 0, copies: 2, max_size: 9 });
        return (await fetch("/api/count", { method: "POST", headers, body })).text();
      };
      return Promise.all([count(9), count(10), count(11)]);
    }"""
    assert all("event: count" in text for text in page.evaluate(asked))
