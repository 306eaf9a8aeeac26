"""A real browser against a real server: what every browser test stands on."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
# Patience for busy machines: nothing here waits longer than it must.
expect.set_options(timeout=20_000)

PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1280, "height": 900}


class Server:
    """`optimeld serve` as a process of its own, which can be stopped and started again."""

    def __init__(self, games: Path) -> None:
        self.games = games
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.url = ""

    def start(self) -> None:
        command = [sys.executable, "-m", "optimeld", "serve", "--json", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, "--games", str(self.games)], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.url = json.loads(self.process.stdout.readline())["url"].rstrip("/")
        self.port = urlsplit(self.url).port or 0

    def stop(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        self.process.wait(10)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("web") / "games.sqlite")
    made.start()
    yield made
    made.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    assert chromium, "Chromium is missing: apt-get install chromium (or leave these out: -m 'not browser')"
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield made
        made.close()


class Watch:
    """What a page must not do: complain, or talk to anyone but our server."""

    def __init__(self, context: BrowserContext, host: str) -> None:
        self.complaints: list[str] = []
        self.expected: list[str] = []
        context.on("console", lambda message: self._console(message.type, message.text))
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        context.on("request", lambda request: self._request(request.url, host))

    def _console(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and not any(word in text for word in self.expected):
            self.complaints.append(text)

    def _request(self, url: str, host: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.netloc != host:
            self.complaints.append(f"a request to {url}")


@pytest.fixture
def phone() -> bool:
    """Overridden where a test is about small screens."""
    return False


@pytest.fixture
def watch() -> list[Watch]:
    return []


OpenPage = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, server: Server) -> Iterator[OpenPage]:
    """Opens pages in browsers of their own, of any size; none may complain, but for what is `expected`."""
    opened: list[tuple[BrowserContext, Watch]] = []

    def open_one(
        width: int, height: int, *, touch: bool = False, expected: Sequence[str] = (), **more: Any
    ) -> Page:
        context = browser.new_context(
            base_url=server.url, viewport={"width": width, "height": height}, has_touch=touch,
            **{"reduced_motion": "reduce"} | more,
        )  # fmt: skip
        context.set_default_timeout(30_000)
        watching = Watch(context, urlsplit(server.url).netloc)
        watching.expected += expected
        opened.append((context, watching))
        return context.new_page()

    yield open_one
    for context, _ in opened:
        context.close()
    assert [watching.complaints for _, watching in opened if watching.complaints] == []


@pytest.fixture
def page(browser: Browser, server: Server, phone: bool, watch: list[Watch]) -> Iterator[Page]:
    context = browser.new_context(
        base_url=server.url, viewport=PHONE if phone else DESKTOP, has_touch=phone, reduced_motion="reduce",
        permissions=["clipboard-read", "clipboard-write"],
    )  # fmt: skip
    context.set_default_timeout(30_000)
    watching = Watch(context, urlsplit(server.url).netloc)
    watch.append(watching)
    yield context.new_page()
    context.close()
    assert watching.complaints == []
