"""People at a running server, without a window: a browser's cookies and forms, a seat's socket.

The same code makes the stored databases and plays on in them.
"""

import json
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from http.cookiejar import Cookie, CookieJar
from types import TracebackType
from typing import Any, Self

from websockets.sync.client import connect

from tests.live import parts

PATIENCE_S = 60.0
"""How long an event may take to come, on a machine that is busy with other things."""

Message = dict[str, Any]


class Browser:
    """Someone's browser: keeps cookies, follows links, sends forms."""

    def __init__(self, server: parts.Server, session: str = "") -> None:
        """With `session`, the value of the cookie, it is a browser that has been here before."""
        self._server = server
        self._jar = CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._jar))
        if session:
            self._jar.set_cookie(_cookie("inarow_session", session))
        self.gets("/")

    @property
    def session(self) -> str:
        """The cookie that says who this is."""
        return self._value("inarow_session")

    def gets(self, path: str) -> str:
        """A page, or whatever is at the address. Raises `HTTPError`."""
        return self._send(urllib.request.Request(self._server.url + path))[1]

    def posts(self, path: str, **fields: object) -> str:
        """Send a form; returns the path of the page shown then."""
        form = {"csrfmiddlewaretoken": self._value("inarow_csrf"), **fields}
        return self._send(
            urllib.request.Request(self._server.url + path, urllib.parse.urlencode(form).encode())
        )[0]

    def sends(self, path: str, body: object) -> Message:
        """Send JSON, as a script on the page does; returns the answer."""
        headers = {"content-type": "application/json", "X-CSRFToken": self._value("inarow_csrf")}
        request = urllib.request.Request(
            self._server.url + path, json.dumps(body).encode(), headers
        )
        return dict(json.loads(self._send(request)[1]))

    def is_refused(self, path: str) -> int:
        """The status with which a page is refused."""
        try:
            self.gets(path)
        except urllib.error.HTTPError as error:
            return error.code
        raise AssertionError(f"{path} was shown.")

    def _send(self, request: urllib.request.Request) -> tuple[str, str]:
        with self._opener.open(request, timeout=PATIENCE_S) as answer:
            return urllib.parse.urlsplit(answer.url).path, answer.read().decode()

    def _value(self, name: str) -> str:
        return next((each.value or "" for each in self._jar if each.name == name), "")


class Seat:
    """A socket of one game: by a seat's or a watch link's key, or by a browser's session."""

    def __init__(
        self, server: parts.Server, game: str, key: str = "", browser: Browser | None = None
    ) -> None:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        if browser is not None:
            headers |= {"Cookie": f"inarow_session={browser.session}", "Origin": server.url}
        subprotocols: Sequence[Any] = ["inarow.v4"]
        self._stack = ExitStack()
        self._socket = self._stack.enter_context(
            connect(
                f"{server.url.replace('http', 'ws', 1)}/ws/game/{game}/",
                subprotocols=subprotocols,
                additional_headers=headers,
                open_timeout=PATIENCE_S,
            )
        )
        self._sent = 0
        self.side: str | None = self.hears("welcome")["side"]
        self.snapshot = self.hears("snapshot")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    def says(self, type: str, **fields: object) -> None:
        """Send a command. For an offer and its answers: `offer draw`."""
        type, _, what = type.partition(" ")
        if what:
            fields["what"] = what
        self._sent += 1
        self._socket.send(json.dumps({"type": type, "id": f"{id(self)}-{self._sent}", **fields}))

    def asks(self, type: str) -> None:
        """Ask for the game or the talk again: `resync`, `readChat`."""
        self._socket.send(json.dumps({"type": type}))

    def plays(self, square: int, ply: int) -> Message:
        """Play a move; returns the message that tells of it."""
        self.says("playMove", ply=ply, square=square)
        return self.hears("movePlayed", lambda message: message["ply"] == ply)

    def hears(self, type: str, such: Callable[[Message], bool] = lambda _: True) -> Message:
        """The next message of this type that is `such`; others are skipped, but refusals fail."""
        while True:
            message: Message = json.loads(self._socket.recv(timeout=PATIENCE_S))
            assert message["type"] != "rejected", message
            if message["type"] == type and such(message):
                return message


def _cookie(name: str, value: str) -> Cookie:
    return Cookie(
        version=0,
        name=name,
        value=value,
        port=None,
        port_specified=False,
        domain="127.0.0.1",
        domain_specified=True,
        domain_initial_dot=False,
        path="/",
        path_specified=True,
        secure=False,
        expires=None,
        discard=True,
        comment=None,
        comment_url=None,
        rest={},
    )
