"""What a person does at the board, for tests that drive a browser."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def drag(page: Page, tile: str, place: str) -> None:
    """Drags with the mouse, as a person does: down, several moves, up."""
    start, end = page.locator(tile).first.bounding_box(), page.locator(place).first.bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] - 8, end["y"] + end["height"] / 2, steps=6)
    page.mouse.up()


def follow_hint(page: Page) -> None:
    """Plays what the third hint shows, or draws."""
    page.click("[data-hint='3']")
    told = page.locator("#hint .told p").first
    expect(told).to_be_visible()
    if "draw" in (told.text_content() or ""):
        page.click("#draw")
    else:
        page.click("#use-hint")
        expect(page.locator("#submit")).to_be_enabled()
        page.click("#submit")
