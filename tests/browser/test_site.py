"""The static board: a folder behind a plain file server, with the engine in the page."""

from __future__ import annotations

import base64
import functools
import http.server
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from hands import follow_hint
from optimeld.game import Game
from optimeld.records.text import Record
from optimeld.rules import Rules
from optimeld.web.site import build_site, compressed_size

MODULE = Path(__file__).resolve().parents[2] / "build" / "wasm" / "optimeld.wasm"

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not MODULE.exists(), reason="needs ./run wasm before"),
]


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A plain file server that says nothing."""

    def log_message(self, format: str, *args: object) -> None:
        pass


class Host:
    """The site somewhere below the root of a host, which can go away."""

    def __init__(self, folder: Path) -> None:
        handler = functools.partial(Quiet, directory=str(folder))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        self.url = f"{self.origin}/some/where/"

    def stop(self) -> None:
        if self.thread.is_alive():
            self.server.shutdown()
            self.thread.join()
            self.server.server_close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("host")
    build_site(root / "some" / "where", MODULE)
    return root


@pytest.fixture
def host(site: Path) -> Iterator[Host]:
    made = Host(site)
    yield made
    made.stop()


@pytest.fixture
def visit(browser: Browser, host: Host) -> Iterator[Page]:
    """A page of a fresh visitor, that must not complain, nor talk to anyone else."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    context.set_default_timeout(30_000)
    complaints = watch(context, host.origin)
    yield context.new_page()
    context.close()
    assert complaints == []


def watch(context: BrowserContext, origin: str) -> list[str]:
    complaints: list[str] = []

    def console(kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            complaints.append(text)

    def request(url: str) -> None:
        if not url.startswith((origin, "data:", "blob:")):
            complaints.append(f"a request to {url}")

    context.on("console", lambda message: console(message.type, message.text))
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    context.on("request", lambda sent: request(sent.url))
    return complaints


def analyse(page: Page, position: str) -> None:
    page.fill("#notation", position)


def test_a_position_is_analysed_in_the_page(visit: Page, host: Host) -> None:
    visit.goto(host.url + "analyse/")
    analyse(visit, "R6 R7 J | K1 K2 K3 // K5 R8")
    expect(visit.locator("#answer")).to_contain_text("Play 2 tiles")
    expect(visit.locator("#steps li")).to_have_count(2)
    analyse(visit, "K1 K2 K3 // R9")
    expect(visit.locator("#answer")).to_contain_text("No tile can be played")


@pytest.mark.long
def test_where_a_page_may_not_solve_by_itself_the_worker_does(visit: Page, host: Host) -> None:
    # As in browsers that let no large module run in a page's own thread.
    visit.add_init_script(
        "WebAssembly.Instance = class { constructor() { throw new RangeError('not here'); } };"
    )
    visit.goto(host.url + "analyse/?p=R6R7J_K1K2K3~K5R8")
    expect(visit.locator("#answer")).to_contain_text("Play 2 tiles")
    analyse(visit, "K1 K2 K3 // K4")
    expect(visit.locator("#answer")).to_contain_text("Play 1 tile")


@pytest.mark.long
def test_how_to_win_is_worked_out_in_the_page_which_goes_on_answering(visit: Page, host: Host) -> None:
    visit.goto(host.url + "analyse/?p=R3R4R5R6_B3B4B5_K8R8B8O8~K3O3K9K10R1")
    expect(visit.locator("#win-status")).to_contain_text("thinking,")
    expect(visit.locator("#candidates")).to_contain_text("Draw")
    # Another position while it thinks: that is answered, and then thought about.
    analyse(visit, "K1 K2 K3 // K4 R9")
    expect(visit.locator("#answer")).to_contain_text("Play 1 tile")
    expect(visit.locator("#win-status")).to_have_text(re.compile(r"^\d+ games$"))
    expect(visit.locator("#candidates button")).to_have_count(2)
    visit.locator("#candidates button", has_text="Draw").click()
    expect(visit.locator("#win-why")).to_contain_text("Keeps all 2 tiles")


@pytest.mark.long
def test_every_link_stays_within_the_folder(visit: Page, host: Host) -> None:
    visit.goto(host.url)
    for name in ("Play", "Analyse", "Puzzles", "Odds"):
        visit.locator("nav").get_by_role("link", name=name, exact=True).click()
        visit.wait_for_url(f"{host.url}{name.lower()}/*")
        expect(visit.locator("main")).to_be_visible()
    visit.click(".brand")
    visit.wait_for_url(host.url)


def begin_game(page: Page, host: Host) -> None:
    page.goto(host.url + "play/")
    page.evaluate("localStorage.setItem('optimeld.pace', 'instant')")
    expect(page.locator("#opponent-2")).to_be_visible()  # the page is ready
    page.click("#add-player")
    for seat, agent in enumerate(("simple", "greedy", "greedy-value"), 1):
        page.select_option(f"#opponent-{seat}", agent)
    page.click("#start")
    page.wait_for_url("**/play/?game=*")
    expect(page.locator("#rack .tile")).to_have_count(14)


def take_turn(page: Page) -> None:
    """Plays what the third hint shows, or draws."""
    # The list shows the last forty turns, the newest first, each with its number.
    newest = page.locator("#log li .num").first
    before = newest.text_content() if newest.count() else ""
    follow_hint(page)
    expect(newest).not_to_have_text(before or "0")


@pytest.mark.long
def test_a_whole_game_against_three_is_played_and_reviewed(visit: Page, host: Host) -> None:
    begin_game(visit, host)
    for turn in range(200):
        expect(visit.locator("#end:visible, #draw:enabled").first).to_be_visible()
        if visit.locator("#end").is_visible():
            break
        if turn == 2:
            visit.reload()  # the game is kept by the browser
            expect(visit.locator("#draw:enabled")).to_be_visible()
        take_turn(visit)
    expect(visit.locator("#end")).to_be_visible()
    visit.click("#to-review")
    visit.wait_for_url("**/review/?game=*")
    expect(visit.locator("#compare tr")).to_have_count(4)
    expect(visit.locator("#turns .badge").first).to_be_visible()  # as they are weighed
    with visit.expect_download() as downloaded:
        visit.click("#download")
    record = Record.parse(downloaded.value.path().read_text(encoding="utf-8"))
    assert record.replay().over
    visit.locator("#turns button", has_text="You").first.click()
    visit.click("#again")
    visit.wait_for_url("**/play/?game=*")
    expect(visit.locator("#draw:enabled")).to_be_visible()


def short_game() -> str:
    """The record of one, between two who lay what they can."""
    game = Game(rules=Rules(rack_size=5, opening_points=0), players=["You", "Otto"], seed=18)
    while not game.over:
        game.engine_turn("greedy")
    return Record.of(game).to_text()


@pytest.mark.long
def test_a_record_from_elsewhere_is_reviewed(visit: Page, host: Host) -> None:
    visit.goto(host.url + "review/")
    expect(visit.locator("#load")).to_be_visible()
    visit.fill("#record", "optimeld game 2")
    visit.click("#record-read")
    expect(visit.locator("#record-problem")).to_contain_text("a record begins with")
    visit.fill("#record", short_game())
    visit.click("#record-read")
    expect(visit.locator("#review[data-weighed=yes]")).to_be_visible()
    expect(visit.locator("#balance")).to_contain_text("Luck of the tiles you drew")
    expect(visit.locator("#curve svg")).to_be_visible()
    expect(visit.locator("#curve-status")).to_be_empty()
    own = visit.locator("#turns button")
    expect(visit.locator("#turns .badge")).to_have_count(own.count())


def test_the_puzzle_of_the_day_is_there_and_one_is_solved(visit: Page, host: Host) -> None:
    visit.goto(host.url + "puzzles/")
    expect(visit.locator("#puzzle[data-ready=yes]")).to_be_visible()
    expect(visit.locator("#melds .tile").first).to_be_visible()
    visit.click("#next")
    visit.wait_for_url("**/puzzles/?q=*")
    line = b"lay 2 R4 R5 R6 R7 | K1 K2 K3 // B7 O7"
    visit.goto(f"{host.url}puzzles/?q={base64.urlsafe_b64encode(line).decode().rstrip('=')}")
    for tile in ("#melds [data-tile=R7]", "#rack [data-tile=B7]", "#rack [data-tile=O7]"):
        visit.click(tile)
    visit.click("#melds .new-meld")
    expect(visit.locator("#end h2")).to_have_text("Solved!")


def test_nobody_is_invited_where_there_is_no_server(visit: Page, host: Host) -> None:
    visit.goto(host.url + "play/")
    expect(visit.locator("#opponent-1 option").first).to_be_attached()
    assert visit.locator("option", has_text="friend").count() == 0
    assert visit.locator("option[value=link], option[value=here]").count() == 0


def test_the_odds_come_from_shipped_tables(visit: Page, host: Host) -> None:
    visit.goto(host.url + "odds/")
    expect(visit.locator("#winning-chart svg")).to_be_visible()
    expect(visit.locator("#opening-chart svg")).to_be_visible()
    visit.click("#calc")
    expect(visit.locator("#calc-answer")).to_contain_text("14")


def test_after_the_first_visit_no_network_is_needed(visit: Page, host: Host) -> None:
    visit.goto(host.url)
    visit.evaluate("navigator.serviceWorker.ready")
    visit.wait_for_function("navigator.serviceWorker.controller !== null")
    host.stop()
    visit.goto(host.url + "analyse/")
    analyse(visit, "K1 K2 K3 // K4")
    expect(visit.locator("#answer")).to_contain_text("Play 1 tile")
    visit.goto(host.url + "odds/")
    expect(visit.locator("#winning-chart svg")).to_be_visible()


def test_the_whole_board_is_a_small_download(site: Path) -> None:
    assert compressed_size(site) < 1_000_000
