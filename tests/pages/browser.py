"""A visitor's browser, through the whole of Django: cookies, CSRF and all.

Every answer it gets is held against what is promised of every page: headers, cookies, and no
script or style written into the page.
"""

import json
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.core import mail
from django.core.mail import EmailMessage
from django.http import HttpResponse
from django.middleware.csrf import CSRF_SECRET_LENGTH
from django.test import AsyncClient
from django.utils.crypto import get_random_string

from games.accounts import post

JSON_SCRIPT = "application/json"


def letters() -> list[EmailMessage]:
    """The letters that have been sent, once none waits to be."""
    post.wait()
    return mail.outbox


@dataclass
class Page(HTMLParser):
    """A page as the browser reads it."""

    response: HttpResponse
    text: str = ""
    """Everything written on it, outside of scripts."""
    data: dict[str, Any] = field(default_factory=dict)
    """The JSON it carries, by the id of its script element."""
    fields: dict[str, str] = field(default_factory=dict)
    """The values of its inputs, the last of each name."""
    tags: list[str] = field(default_factory=list)
    _script: str | None = None
    _in_script: bool = False

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.feed(self.response.content.decode())
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append(tag)
        assert tag not in ("style", "iframe", "object", "embed", "base"), tag
        for name, value in attrs:
            assert name != "style", (tag, value)
            assert not name.startswith("on"), (tag, name, value)
            assert not (value or "").strip().lower().startswith("javascript:"), (tag, name, value)
        if tag == "script":
            self._in_script = True
            if given.get("type") == JSON_SCRIPT:
                self._script = given["id"]
            else:
                assert (given.get("src") or "").startswith("/static/"), given
        if tag == "link" and given.get("rel") in ("stylesheet", "icon"):
            assert (given.get("href") or "").startswith("/static/"), given
        if tag == "input":
            self.fields[given.get("name") or ""] = given.get("value") or ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self._in_script = False
            self._script = None

    def handle_data(self, data: str) -> None:
        if self._script is not None:
            self.data[self._script] = json.loads(data)
        elif self._in_script:
            assert not data.strip(), data
        else:
            self.text += data


@dataclass
class Browser:
    """Someone's browser; it keeps its cookies."""

    client: AsyncClient = field(default_factory=lambda: AsyncClient(enforce_csrf_checks=True))

    async def opens(self, path: str, status: int = 200) -> Page:
        """Open a page."""
        response = await self.gets(path, status)
        assert response["Content-Type"].startswith("text/html")
        return Page(response)

    async def gets(self, path: str, status: int = 200) -> HttpResponse:
        """Get whatever is there."""
        return self._checked(await self.client.get(path), status)

    async def frames(self, path: str, status: int = 200, *, of: str = "*") -> Page:
        """Open a page in a frame on a site (`of`) that may frame it: no cookie goes along."""
        response: Any = await AsyncClient().get(path)
        assert response.status_code == status, (response.status_code, response.content[:500])
        check_headers(response, framed_by=of)
        assert not response.cookies
        return Page(response)

    async def token(self) -> str:
        """What a form of its pages carries, so that no other site can send it.

        Who has not opened a page yet has the cookie from an earlier visit: no page is drawn for it.
        """
        if not self._cookie("inarow_csrf"):
            self.client.cookies["inarow_csrf"] = get_random_string(CSRF_SECRET_LENGTH)
        return self._cookie("inarow_csrf")

    async def sends(self, path: str, status: int = 302, **fields: Any) -> HttpResponse:
        """Send a form, with the token of the page it would stand on."""
        token = await self.token()
        fields = {"csrfmiddlewaretoken": token, **fields}
        return self._checked(await self.client.post(path, fields), status)

    async def asks(self, path: str, status: int = 200, **fields: Any) -> Any:
        """Send a form as a page's script does; the JSON of the answer."""
        token = await self.token()
        fields = {"csrfmiddlewaretoken": token, **fields}
        headers = {"accept": "application/json"}
        response: Any = self._checked(await self.client.post(path, fields, headers=headers), status)
        return response.json()

    async def posts(self, path: str, body: Any, status: int = 200) -> dict[str, Any]:
        """Send JSON as a page's script does, or a text as it is; the answer."""
        token = await self.token()
        text = body if isinstance(body, str) else json.dumps(body)
        headers = {"x-csrftoken": token}
        response = await self.client.post(
            path, text, content_type="application/json", headers=headers
        )
        answer: dict[str, Any] = json.loads(self._checked(response, status).content)
        return answer

    async def starts(self, **fields: Any) -> str:
        """Start a game; returns its address."""
        response = await self.sends("/games/new", **({"preset": "3x3"} | fields))
        return response["Location"]

    @property
    def session(self) -> str | None:
        """The session's key, if the browser was given one."""
        return self._cookie("inarow_session") or None

    def _cookie(self, name: str) -> str:
        cookie = self.client.cookies.get(name)
        return cookie.value if cookie else ""

    def _checked(self, response: Any, status: int) -> HttpResponse:
        checked: HttpResponse = response
        assert checked.status_code == status, (checked.status_code, checked.content[:500])
        check_headers(checked)
        return checked


async def shows(client: AsyncClient, path: str) -> str:
    """The page at a path, for a client that has signed in."""
    response: Any = await client.get(path)
    assert response.status_code == 200, path
    check_headers(response)
    text: str = response.content.decode()
    return text


def check_headers(response: HttpResponse, *, framed_by: str = "'none'") -> None:
    """What every answer says, whatever it is; a page for frames differs in who may frame it."""
    policy = dict(
        directive.strip().split(" ", 1)
        for directive in response["Content-Security-Policy"].split(";")
        if directive.strip()
    )
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["base-uri"] == "'none'"
    assert policy.pop("frame-ancestors") == framed_by
    assert policy["form-action"] == "'self'"
    assert "unsafe" not in response["Content-Security-Policy"]
    assert "*" not in "".join(policy.values())
    assert response.get("X-Frame-Options") == ("DENY" if framed_by == "'none'" else None)
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"
    for name, cookie in response.cookies.items():
        if cookie["max-age"] == 0:
            continue  # taken away
        assert cookie["samesite"] == "Lax", name
        assert cookie["httponly"], name
