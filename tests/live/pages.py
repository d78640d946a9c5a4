"""People in real browsers: what they see on a game's page, and what they do there."""

import re
from collections.abc import Mapping, Sequence
from itertools import cycle
from types import TracebackType
from typing import Any, Literal, Self
from urllib.parse import urljoin, urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, expect
from playwright.sync_api import Error as PlaywrightError

from tests.live import parts

Board = Mapping[str, str]
"""Square names and whose stone lies there: `{"h8": "black"}`."""

_STONES = """() => [...document.querySelectorAll(
    '#board .stone:not(.ghost,.pending,.aim), #board .mark:not(.ghost,.pending,.aim)')].map(e => ({
        side: e.classList.contains('black') ? 'black' : 'white',
        box: e.getBoundingClientRect().toJSON(),
        newest: e.classList.contains('newest'),
    }))"""
_CSRF = "inarow_csrf"
_GRID = "() => document.querySelector('#board .grid').getBoundingClientRect().toJSON()"


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, name: str, context: BrowserContext, page: Page, url: str) -> None:
        self.name = name
        self.context = context
        self.page = page
        self.url = url

    def opens(self, path: str) -> None:
        """Go to a path, or a whole address."""
        self.page.goto(path if path.startswith("http") else self.url + path)

    def invites(
        self,
        preset: str = "15x15",
        side: str = "black",
        *,
        clock: str = "",
        listed: bool = False,
        delay_s: int = 0,
        delay_moves: int = 0,
        visibility: str = "public",
        rated: bool = False,
        opening: str = "",
    ) -> str:
        """Start a game, with a clock if one is given, and go to its page; its address.

        What the home page would send is sent without the page: to show it costs as much as the
        game's own. `invites_on_the_page` fills it in.
        """
        form = {
            "preset": preset,
            "side": side,
            "invite": "open" if listed else "link",
            "clock": "custom" if clock else "",
            "clock_text": clock,
            "opening": opening,
            "visibility": visibility,
            "delay_seconds": str(delay_s),
            "delay_moves": str(delay_moves),
        }
        self.opens(self._sends("/games/new", **form, **({"rated": "on"} if rated else {})))
        self.is_live()
        return self.page.url

    def invites_on_the_page(
        self,
        preset: str = "15x15",
        side: str = "black",
        *,
        clock: str = "",
        listed: bool = False,
        delay_s: int = 0,
        visibility: str = "public",
        points: str = "",
        opening: str = "",
    ) -> str:
        """Start a game from the home page, as a person does; its address.

        With `points` the game is rated, and they are how far from their own an opponent's rating
        may be.
        """
        self.opens("/")
        # A browser keeps the last choice: the next game has none unless it says so.
        self.page.locator("#clock").select_option("custom" if clock else "")
        if clock:
            self.page.locator("#clock_text").fill(clock)
        self.picks(preset)
        self.opens_options()
        self.page.locator(f"label:has(input[name=side][value={side}])").click()
        if opening:
            self.page.locator("#opening").select_option(opening)
        if delay_s or visibility != "public":
            fold = self.page.locator("details.watching")
            fold.locator("summary").click()
            fold.locator(f"label:has(input[value={visibility}])").click()
            fold.get_by_label("Delay in seconds").fill(str(delay_s))
        if points:
            fold = self.page.locator("details.stakes")
            fold.locator("summary").click()
            fold.get_by_role("checkbox").check()
            fold.locator("select").select_option(points)
        label = "Create an open game" if listed else "Invite a friend"
        self.page.get_by_role("button", name=label).click()
        self.is_live()
        return self.page.url

    def _sends(self, path: str, **form: str) -> str:
        """Send a form as one of the server's pages does; the address it leads to."""
        token = "".join(
            each.get("value", "")
            for each in self.context.cookies(self.url)
            if each.get("name") == _CSRF
        )
        if not token:  # nobody's page was here yet
            token = "a" * 32
            self.context.add_cookies([{"name": _CSRF, "value": token, "url": self.url}])
        answer = self.context.request.post(
            self.url + path, form={"csrfmiddlewaretoken": token, **form}, max_redirects=0
        )
        assert answer.status == 302, answer.text()
        return urljoin(self.url, answer.headers["location"])

    def plays_a_bot(self, preset: str, bot: str, side: str | None = None) -> None:
        """A board, a level, a button; and a side, if it shall not be drawn by lot."""
        self.opens("/")
        self.picks(preset)
        if side is not None:
            self.opens_options()
            self.page.locator(f"label:has(input[name=side][value={side}])").click()
        self.page.locator("#opponent").select_option(bot)
        self.page.locator(".way:has(#opponent) button").click()
        self.is_live()

    def picks(self, preset: str) -> None:
        """Choose a board on the home page: one of the first, or one a press further away."""
        choice = self.page.locator(f"label.preset:has(input[value='{preset}'])")
        if not choice.is_visible():
            self.page.locator(".more-boards > summary").click()
        choice.click()

    def opens_options(self) -> None:
        """Open the options of a new game, if they are folded away."""
        fold = self.page.locator("details.options")
        if fold.get_attribute("open") is None:
            fold.locator("> summary").click()

    def joins(self, address: str) -> None:
        """Take the open seat of an invitation, whose page would send no more than that."""
        self.opens(self._sends(f"{urlsplit(address).path}join"))
        self.is_live()

    def joins_on_the_page(self, address: str) -> None:
        """Take the open seat of an invitation: one click."""
        self.opens(address)
        self.page.get_by_role("button", name=re.compile("^Play as")).click()
        self.is_live()

    def watches(self, address: str) -> None:
        self.opens(address)
        self.is_live()

    def is_live(self, *, within_s: float = 30) -> None:
        """The page is connected and shows a board."""
        lamp = self.page.locator("p.connection .lamp.live")
        expect(lamp).to_be_visible(timeout=within_s * 1000)

    def clicks(self, square: str) -> None:
        """Click a square of the board."""
        x, y = self.place(square)
        self.page.mouse.click(x, y)

    def types(self, square: str) -> None:
        """Play by keyboard alone."""
        field = self.page.get_by_label("Square", exact=True)
        field.fill(square)
        field.press("Enter")

    def points(self, square: str) -> None:
        """Move the keyboard's cursor to a square of the board, by arrows from a corner."""
        columns, rows = self._size()
        letters, row = re.fullmatch(r"([a-z])(\d+)", square).groups()  # type: ignore[union-attr]
        board = self.page.locator("#board")
        board.focus()
        home = ("Home", *("ArrowLeft",) * (columns - 1), *("ArrowDown",) * (rows - 1))
        there = ("ArrowRight",) * (ord(letters) - 97) + ("ArrowUp",) * (int(row) - 1)
        for key in (*home, *there):
            board.press(key)

    def plays_by_keys_or_finger(self, square: str, has_touch: bool, hears: str = "") -> None:
        """Play by a finger, or with the keyboard's cursor, which is told what it `hears` there."""
        if has_touch:
            self.page.wait_for_timeout(400)  # two taps in quick succession are one
            self.taps(square)
            return
        self.points(square)
        if hears:
            expect(self.page.get_by_text(hears)).to_have_count(1)
        self.page.locator("#board").press("Enter")

    def hovers(self, square: str) -> None:
        """Point at a square of the board."""
        x, y = self.place(square)
        self.page.mouse.move(x, y)

    def board(self) -> Board:
        """The stones as they are drawn, read from where they lie on the screen."""
        columns, rows = self._size()
        grid = self.page.evaluate(_GRID)
        stones: dict[str, str] = {}
        for stone in self.page.evaluate(_STONES):
            box = stone["box"]
            x = (box["x"] + box["width"] / 2 - grid["x"]) / grid["width"]
            y = (box["y"] + box["height"] / 2 - grid["y"]) / grid["height"]
            if self._on_crossings():
                column, row = round(x * (columns - 1)), rows - 1 - round(y * (rows - 1))
            else:
                column, row = int(x * columns), rows - 1 - int(y * rows)
            stones[_name(column, row)] = stone["side"]
        return stones

    def sees_stones(self, count: int) -> None:
        """Wait until this many stones lie on the board, confirmed by the server."""
        stones = self.page.locator(
            "#board .stone:not(.ghost,.pending,.aim), #board .mark:not(.ghost,.pending,.aim)"
        )
        expect(stones).to_have_count(count)

    def sees_status(self, text: str | re.Pattern[str], *, within_s: float = 30) -> None:
        """Wait until the page says how the game stands, or what came of it."""
        said = self.page.locator(".status, .result, .news").filter(has_text=text).first
        expect(said).to_be_visible(timeout=within_s * 1000)

    def sees_news(self, text: str | re.Pattern[str], *, within_s: float = 30) -> None:
        """Wait for a sentence in the line under the board."""
        expect(self.page.locator(".news")).to_contain_text(text, timeout=within_s * 1000)

    def presses(self, label: str) -> None:
        """Press the button with this label, once it answers."""
        self.page.get_by_role("button", name=label, exact=True).click()

    def opens_tab(self, name: str) -> None:
        """Show something else beside the board: Moves, Chat, Watching or More."""
        self.page.get_by_role("tab", name=re.compile(name)).click()

    def resigns(self) -> None:
        """Resign, and confirm it."""
        self._confirms("Resign")

    def aborts(self) -> None:
        """Abort a game, and confirm it."""
        self.opens_tab("More")
        self._confirms("Abort")

    def _confirms(self, label: str) -> None:
        self.presses(label)
        self.page.locator(".question").get_by_role("button", name=label, exact=True).click()

    def clock(self, side: str) -> Locator:
        """A side's clock, as it is shown at the moment."""
        return self.page.locator(f"[data-clock={side}] .time")

    def clock_s(self, side: str) -> float:
        """The seconds that a side's clock shows."""
        seconds = 0.0
        for part in self.clock(side).inner_text().split(":"):
            seconds = seconds * 60 + float(part)
        return seconds

    def sees_running(self, side: str | None) -> None:
        """Wait until this side's clock runs, or no clock."""
        for each in ("black", "white"):
            running = self.page.locator(f"[data-clock={each}][data-running]")
            expect(running).to_have_count(1 if each == side else 0)

    def is_called(self, name: str) -> None:
        """Have a name; the home page is shown afterwards."""
        self.opens(self._sends("/name", name=name))
        expect(self.page.locator(".menu-name")).to_have_text(name)

    def chooses_a_name(self, name: str) -> None:
        """Choose a name where one is chosen; the home page is shown afterwards."""
        self.opens("/")
        self.page.locator(".menu-name").click()
        self.page.get_by_label("Your name, as others see it").fill(name)
        self.page.get_by_role("button", name="Save name").click()
        expect(self.page.locator(".menu-name")).to_have_text(name)

    def signs_in(self, name: str, path: str = "/") -> None:
        """Sign in, and go on to a page."""
        self.opens(f"/account/login/?next={path}")
        self.page.get_by_label("Name or e-mail").fill(name)
        self.page.get_by_label("Password").fill(parts.PASSWORD)
        self.page.get_by_role("button", name="Sign in").click()

    def taps(self, square: str) -> None:
        """Tap a square of the board with a finger."""
        self.page.touchscreen.tap(*self.place(square))

    def tried(self) -> list[str]:
        """The numbers on the stones of this viewer's own variation."""
        return self.page.locator("#board .tried-number").all_text_contents()

    def moves(self) -> list[str]:
        """The move list, in order."""
        return self.page.locator(".moves button").all_inner_texts()

    def _size(self) -> tuple[int, int]:
        label = self.page.locator("#board").get_attribute("aria-label") or ""
        columns, rows = map(int, re.findall(r"\d+", label))
        return columns, rows

    def _on_crossings(self) -> bool:
        return self.page.locator("#board svg.stones").count() > 0

    def place(self, square: str) -> tuple[float, float]:
        """Where the middle of a square is on the screen."""
        columns, rows = self._size()
        letters, row = re.fullmatch(r"([a-z]+)(\d+)", square).groups()  # type: ignore[union-attr]
        column = 0
        for letter in letters:
            column = column * 26 + ord(letter) - 96
        x, y = column - 1, rows - int(row)
        grid = self.page.evaluate(_GRID)
        if self._on_crossings():
            return (
                grid["x"] + grid["width"] * x / max(columns - 1, 1),
                grid["y"] + grid["height"] * y / max(rows - 1, 1),
            )
        return (
            grid["x"] + grid["width"] * (x + 0.5) / columns,
            grid["y"] + grid["height"] * (y + 0.5) / rows,
        )


class Chromium:
    """The people of one test. At the end no browser's console may hold a complaint."""

    def __init__(
        self,
        browser: Browser,
        server: parts.Server,
        *,
        motion: Literal["reduce", "no-preference"] = "reduce",
    ) -> None:
        self.server = server
        self._browser = browser
        self._motion = motion
        self._contexts: dict[BrowserContext, str] = {}
        self.complaints: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for context in self._contexts:
            context.close()
        if error is None:
            assert not self.complaints, self.complaints

    def person(self, name: str, **context: Any) -> Person:
        """Somebody with a browser of their own: no cookies, 1280 × 900 unless told otherwise.

        Unless told otherwise they ask for little motion, which a browser draws a tenth cheaper.
        """
        context.setdefault("viewport", {"width": 1280, "height": 900})
        context.setdefault("reduced_motion", self._motion)
        made = self._browser.new_context(**context)
        made.set_default_timeout(30_000)
        self._contexts[made] = name
        # On the context, not on a page: a second window is heard, too.
        made.on("console", self._hear_console)
        made.on("weberror", lambda error: self.complaints.append(f"{name}: {error.error}"))
        return Person(name, made, made.new_page(), self.server.url)

    def two(self, how: str) -> tuple[Person, Person]:
        """Alice and Bob, by fingers on narrow screens if `how` begins with "touch"."""
        has_touch = how.startswith("touch")
        size = {"width": 360, "height": 780} if has_touch else {"width": 1280, "height": 900}
        alice, bob = (
            self.person(name, viewport=size, has_touch=has_touch) for name in ("Alice", "Bob")
        )
        return alice, bob

    def seen(self) -> list[tuple[str, str]]:
        """What is on every page that is open, with a heading each: for the report of a failure."""
        found = []
        for context, name in self._contexts.items():
            for page in context.pages:
                try:
                    words = page.locator("body").inner_text(timeout=5_000)
                except PlaywrightError as error:
                    words = str(error)
                found.append((f"{name} saw {page.url}", words))
        return found

    def _hear_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)


def see_the_end(winner: Person, loser: Person, line: str = "") -> None:
    """Both are told who won, and see the line, named by its ends, on a page that fits."""
    winner.sees_status("You won!")
    loser.sees_status("won this one.")
    for person in (winner, loser):
        expect(person.page.locator("#board path.line")).to_have_count(1)
        if line:
            expect(person.page.locator(".result").get_by_text(line)).to_be_visible()
        assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def play_in_turn(first: Person, second: Person, squares: Sequence[str]) -> None:
    """Two people click these squares, each when it is their turn; both see every stone."""
    for square, mover in zip(squares, cycle((first, second)), strict=False):
        stones = len(mover.board()) + 1
        mover.sees_status("Your turn")
        mover.clicks(square)
        for person in (first, second):
            person.sees_stones(stones)


def _name(column: int, row: int) -> str:
    first, last = divmod(column, 26)
    return (chr(96 + first) if first else "") + chr(97 + last) + str(row + 1)
