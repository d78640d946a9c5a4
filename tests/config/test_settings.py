"""The settings as an operator meets them: from the environment, in a process of their own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.live.parts import ROOT


def environment(folder: Path, **variables: str) -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("INAROW_", "DJANGO_")) and name not in ("DATABASE_URL", "REDIS_URL")
    }
    return {
        **kept,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "INAROW_DATA": str(folder),
        **variables,
    }


def _settings(folder: Path, *names: str, **variables: str) -> list[object]:
    """The values of these settings under these variables."""
    code = (
        "import json, sys; from django.conf import settings; "
        "print(json.dumps([getattr(settings, name) for name in sys.argv[1:]]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *names],
        cwd=ROOT,
        env=environment(folder, **variables),
        capture_output=True,
        text=True,
        check=True,
    )
    values: list[object] = json.loads(done.stdout)
    return values


@pytest.mark.parametrize(
    "url",
    [
        "play.example.org",
        "https://play.example.org/games",
        "ftp://play.example.org",
        "https://",
        "https:///",
        "http://[",
        "http://play.example.org:port",
        "http://play.example.org?x=1",
        "http://play.example.org#x",
        "http://user@play.example.org",
        " ",
    ],
)
def test_an_address_that_is_none_is_told_in_a_sentence(tmp_path: Path, url: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import config.settings"],
        cwd=ROOT,
        env=environment(tmp_path, INAROW_URL=url),
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode != 0
    assert "ImproperlyConfigured: INAROW_URL must be like" in done.stderr


@pytest.mark.parametrize(
    "sites", ["club.example", "https://a.example;script-src *", "none https://a.example", "'self'"]
)
def test_sites_that_are_none_are_told_in_a_sentence(tmp_path: Path, sites: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import config.settings"],
        cwd=ROOT,
        env=environment(tmp_path, INAROW_EMBED_ANCESTORS=sites),
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode != 0
    assert "ImproperlyConfigured: INAROW_EMBED_ANCESTORS must be" in done.stderr


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("", ["*"]),
        ("none", ["'none'"]),
        (
            "https://club.example http://localhost:8080 https://*.example.org",
            ["https://club.example", "http://localhost:8080", "https://*.example.org"],
        ),
    ],
)
def test_sites_that_may_frame_games(tmp_path: Path, text: str, allowed: list[str]) -> None:
    (found,) = _settings(tmp_path, "INAROW_EMBED_ANCESTORS", INAROW_EMBED_ANCESTORS=text)

    assert found == allowed


@pytest.mark.parametrize(
    ("text", "is_on"), [("", False), ("0", False), ("false", False), ("1", True), ("True", True)]
)
def test_a_proxy_is_believed_where_one_is_said_to_be(
    tmp_path: Path, text: str, is_on: bool
) -> None:
    assert _settings(tmp_path, "INAROW_PROXIED", INAROW_PROXIED=text) == [is_on]


def test_a_switch_that_is_neither_on_nor_off_is_told_in_a_sentence(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import config.settings"],
        cwd=ROOT,
        env=environment(tmp_path, INAROW_PROXIED="maybe"),
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode != 0
    assert "INAROW_PROXIED must be 1 (on) or 0 (off), not 'maybe'." in done.stderr


def test_no_command_line_believes_a_proxy_by_itself() -> None:
    assert "proxied" not in (ROOT / "Dockerfile").read_text()


def test_on_a_laptop(tmp_path: Path) -> None:
    debug, cookies, redirect, hosts, origins = _settings(
        tmp_path,
        "DEBUG",
        "SESSION_COOKIE_SECURE",
        "SECURE_SSL_REDIRECT",
        "ALLOWED_HOSTS",
        "CSRF_TRUSTED_ORIGINS",
    )

    assert (debug, cookies, redirect) == (False, False, False)
    assert hosts == ["127.0.0.1", "127.0.0.1", "localhost", "[::1]"]
    assert origins == ["http://127.0.0.1:8000"]


def test_an_address_may_end_with_a_slash_and_more_hosts_be_named(tmp_path: Path) -> None:
    url, hosts = _settings(
        tmp_path,
        "INAROW_URL",
        "ALLOWED_HOSTS",
        INAROW_URL="https://play.example.org/",
        INAROW_HOSTS="192.168.1.7, club.local,",
    )

    assert url == "https://play.example.org"
    assert isinstance(hosts, list)
    assert {"play.example.org", "192.168.1.7", "club.local"} <= set(hosts)
    assert "" not in hosts


def test_empty_variables_are_as_if_they_were_not_there(tmp_path: Path) -> None:
    """docker-compose passes a variable that is not set as an empty one."""
    databases, layers = _settings(
        tmp_path, "DATABASES", "CHANNEL_LAYERS", DATABASE_URL="", REDIS_URL=""
    )

    assert isinstance(databases, dict)
    assert isinstance(layers, dict)
    assert databases["default"]["ENGINE"] == "django.db.backends.sqlite3"
    assert "InMemory" in layers["default"]["BACKEND"]


def test_a_cluster(tmp_path: Path) -> None:
    databases, layers = _settings(
        tmp_path,
        "DATABASES",
        "CHANNEL_LAYERS",
        DATABASE_URL="postgres://u:p@db/inarow",
        REDIS_URL="redis://redis:6379",
    )

    assert isinstance(databases, dict)
    assert isinstance(layers, dict)
    assert databases["default"]["ENGINE"] == "django.db.backends.postgresql"
    assert layers["default"]["CONFIG"]["hosts"] == ["redis://redis:6379"]


@pytest.mark.parametrize(
    "parts",
    [{}, {"DATABASE_URL": "postgres://u:p@db/inarow", "REDIS_URL": "redis://redis:6379"}],
    ids=["embedded", "cluster"],
)
def test_https_settings_pass_djangos_deployment_check(
    tmp_path: Path, parts: dict[str, str]
) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env=environment(tmp_path, INAROW_URL="https://play.example.org", **parts),
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout + done.stderr


def test_no_migration_is_missing(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "makemigrations", "--check", "--dry-run"],
        cwd=ROOT,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout
