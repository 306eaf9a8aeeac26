"""The odds page: charts, reading them, the calculator."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

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
