"""Style sheets, scripts and pictures, answered before Django."""

from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from config import files
from config.headers import PERMISSIONS
from config.web import PATHSEND

STYLES = b"body { color: black }"


@pytest.fixture
def folder(tmp_path: Path, settings: Settings) -> Path:
    """Where the files of these tests are collected."""
    settings.STATIC_ROOT = tmp_path / "static"
    settings.STATICFILES_DIRS = [tmp_path / "source"]
    for each in (settings.STATIC_ROOT, *settings.STATICFILES_DIRS):
        each.mkdir()
    return Path(settings.STATIC_ROOT)


async def asked(path: str, extensions: dict[str, object] | None = None) -> list[Any]:
    """All that is sent to whoever asks for this path; `Django` if it was asked."""
    sent: list[Any] = []

    async def receive() -> Any:
        raise AssertionError

    async def send(message: Any) -> None:
        sent.append(message)

    async def django(scope: Any, receive: Any, send: Any) -> None:
        sent.append("Django")

    scope: Any = {"type": "http", "path": path, "method": "GET", "headers": []}
    scope |= {"query_string": b"", "extensions": extensions or {}}
    await files.before(django)(scope, receive, send)
    return sent


def headers(start: Any) -> dict[str, str]:
    return {name.decode(): value.decode() for name, value in start["headers"]}


async def test_a_file_has_the_headers_of_every_answer_and_may_be_kept(folder: Path) -> None:
    (folder / "embed.0123456789ab.css").write_bytes(STYLES)

    start, *content = await asked("/static/embed.0123456789ab.css")

    assert start["status"] == 200
    assert b"".join(each["body"] for each in content) == STYLES
    found = headers(start)
    assert found["content-type"] == 'text/css; charset="utf-8"'
    assert found["x-content-type-options"] == "nosniff"
    assert found["permissions-policy"] == PERMISSIONS
    assert found["referrer-policy"] == "same-origin"
    assert "immutable" in found["cache-control"]
    # A frame that another site has shut off gets its styles.
    assert found["cross-origin-resource-policy"] == "cross-origin"
    assert found["access-control-allow-origin"] == "*"


async def test_a_server_that_sends_files_by_their_path_is_given_it(folder: Path) -> None:
    (folder / "game.js").write_bytes(STYLES)

    _, content = await asked("/static/game.js", {PATHSEND: {}})

    assert content == {"type": PATHSEND, "path": str(folder / "game.js")}


@pytest.mark.parametrize(
    "path",
    ["/", "/static/", "/static", "/static/missing.css", "/static/../secret", "/static/a//../s.css"],
)
async def test_everything_else_is_asked_of_django(folder: Path, path: str) -> None:
    (folder.parent / "secret").write_text("key")
    (folder / "s.css").write_bytes(STYLES)

    assert await asked(path) == ["Django"]


async def test_a_link_out_of_the_folder_is_not_followed(folder: Path) -> None:
    (folder.parent / "secret").write_text("key")
    (folder / "link").symlink_to(folder.parent / "secret")

    assert await asked("/static/link") == ["Django"]


async def test_a_developer_sees_what_is_in_the_source(folder: Path, settings: Settings) -> None:
    (folder / "game.css").write_bytes(b"old")
    (folder.parent / "source" / "game.css").write_bytes(STYLES)
    (folder / "other.css").write_bytes(b"other")
    settings.DEBUG = True

    start, content, *_ = await asked("/static/game.css")
    assert content["body"] == STYLES
    assert "max-age=0" in headers(start)["cache-control"]
    assert (await asked("/static/other.css"))[1]["body"] == b"other"


async def test_before_files_are_collected_there_are_none(
    tmp_path: Path, settings: Settings
) -> None:
    settings.STATIC_ROOT = tmp_path / "none"

    assert await asked("/static/game.css") == ["Django"]
