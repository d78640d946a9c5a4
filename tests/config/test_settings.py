"""The settings as an operator meets them: from the environment."""

import json
import os
import runpy
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command

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


Settings = Callable[..., dict[str, Any]]


@pytest.fixture
def settings_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Reads the settings as a process with these variables would: they are run anew."""

    def read(**variables: str) -> dict[str, Any]:
        wanted = environment(tmp_path, **variables)
        for name in os.environ.keys() - wanted.keys():
            monkeypatch.delenv(name)
        for name, value in wanted.items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(str(ROOT / "config" / "settings.py"))

    return read


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
def test_an_address_that_is_none_is_told_in_a_sentence(settings_of: Settings, url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"^INAROW_URL must be like"):
        settings_of(INAROW_URL=url)


@pytest.mark.parametrize(
    "sites", ["club.example", "https://a.example;script-src *", "none https://a.example", "'self'"]
)
def test_sites_that_are_none_are_told_in_a_sentence(settings_of: Settings, sites: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"^INAROW_EMBED_ANCESTORS must be"):
        settings_of(INAROW_EMBED_ANCESTORS=sites)


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
def test_sites_that_may_frame_games(settings_of: Settings, text: str, allowed: list[str]) -> None:
    assert settings_of(INAROW_EMBED_ANCESTORS=text)["INAROW_EMBED_ANCESTORS"] == allowed


@pytest.mark.parametrize(
    ("url", "port", "starttls", "tls"),
    [
        ("smtp://mail.example.org", 25, False, False),
        ("smtp+tls://me%40example.org:s3cret@mail.example.org", 587, True, False),
        ("smtps://mail.example.org:2465", 2465, False, True),
    ],
)
def test_letters_go_out_by_the_mail_server_that_is_named(
    settings_of: Settings, url: str, port: int, starttls: bool, tls: bool
) -> None:
    found = settings_of(INAROW_EMAIL_URL=url)

    assert found["EMAIL_BACKEND"].endswith("smtp.EmailBackend")
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"]) == ("mail.example.org", port)
    assert (found["EMAIL_USE_TLS"], found["EMAIL_USE_SSL"]) == (starttls, tls)
    person = ("me@example.org", "s3cret") if starttls else ("", "")
    assert (found["EMAIL_HOST_USER"], found["EMAIL_HOST_PASSWORD"]) == person


@pytest.mark.parametrize(
    ("text", "is_on"), [("", False), ("0", False), ("false", False), ("1", True), ("True", True)]
)
def test_a_proxy_is_believed_where_one_is_said_to_be(
    settings_of: Settings, text: str, is_on: bool
) -> None:
    assert settings_of(INAROW_PROXIED=text)["INAROW_PROXIED"] is is_on


def test_a_switch_that_is_neither_on_nor_off_is_told_in_a_sentence(settings_of: Settings) -> None:
    with pytest.raises(
        ImproperlyConfigured, match=r"INAROW_PROXIED must be 1 \(on\) or 0 \(off\), not 'maybe'\."
    ):
        settings_of(INAROW_PROXIED="maybe")


def test_no_command_line_believes_a_proxy_by_itself() -> None:
    assert "proxied" not in (ROOT / "Dockerfile").read_text()


def test_on_a_laptop(tmp_path: Path) -> None:
    """In a process of its own, through Django: as all of them are read."""
    names = (
        "DEBUG",
        "SESSION_COOKIE_SECURE",
        "SECURE_SSL_REDIRECT",
        "SECURE_PROXY_SSL_HEADER",
        "SECURE_HSTS_SECONDS",
        "ALLOWED_HOSTS",
        "CSRF_TRUSTED_ORIGINS",
    )
    code = (
        "import json, sys; from django.conf import settings; "
        "print(json.dumps([getattr(settings, name) for name in sys.argv[1:]]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *names],
        cwd=ROOT,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=True,
    )
    debug, cookies, redirect, header, hsts, hosts, origins = json.loads(done.stdout)
    assert (header, hsts) == (None, 0)

    assert (debug, cookies, redirect) == (False, False, False)
    assert hosts == ["127.0.0.1", "127.0.0.1", "localhost", "[::1]"]
    assert origins == ["http://127.0.0.1:8000"]


def test_an_address_may_end_with_a_slash_and_more_hosts_be_named(settings_of: Settings) -> None:
    found = settings_of(
        INAROW_URL="https://play.example.org/", INAROW_HOSTS="192.168.1.7, club.local,"
    )

    assert found["INAROW_URL"] == "https://play.example.org"
    hosts = found["ALLOWED_HOSTS"]
    assert {"play.example.org", "192.168.1.7", "club.local"} <= set(hosts)
    assert "" not in hosts


def test_empty_variables_are_as_if_they_were_not_there(settings_of: Settings) -> None:
    """docker-compose passes a variable that is not set as an empty one."""
    found = settings_of(DATABASE_URL="", REDIS_URL="")

    assert found["DATABASES"]["default"]["ENGINE"] == "django.db.backends.sqlite3"
    assert "InMemory" in found["CHANNEL_LAYERS"]["default"]["BACKEND"]


def test_a_cluster(settings_of: Settings) -> None:
    found = settings_of(DATABASE_URL="postgres://u:p@db/inarow", REDIS_URL="redis://redis:6379")

    assert found["DATABASES"]["default"]["ENGINE"] == "django.db.backends.postgresql"
    assert found["CHANNEL_LAYERS"]["default"]["CONFIG"]["hosts"] == ["redis://redis:6379"]


@pytest.mark.parametrize(
    ("thinkers", "redis", "has_bots"),
    [("1", "", True), ("64", "", True), ("0", "", False), ("0", "redis://redis:6379", True)],
)
def test_there_are_bots_where_somebody_thinks_for_them(
    settings_of: Settings, thinkers: str, redis: str, has_bots: bool
) -> None:
    """In a cluster the workers do, processes of their own."""
    found = settings_of(INAROW_THINKERS=thinkers, REDIS_URL=redis)

    assert found["INAROW_HAS_BOTS"] is has_bots


@pytest.mark.parametrize("elsewhere", [None, "https://login.example.org"])
def test_a_browser_may_be_sent_to_the_sites_whose_accounts_sign_in_here(
    settings_of: Settings, tmp_path: Path, elsewhere: str | None
) -> None:
    """Else the form that leads there would do nothing."""
    site = {
        "id": "club",
        "name": "The club",
        "url": "https://id.club.example:8443/realms/club",
        "client_id": "inarow",
        "secret": "s3cret",
    }
    file = tmp_path / "sites.json"
    file.write_text(json.dumps([site if elsewhere is None else {**site, "origin": elsewhere}]))

    found = settings_of(INAROW_SIGN_IN_WITH=str(file))

    (app,) = found["SOCIALACCOUNT_PROVIDERS"]["openid_connect"]["APPS"]
    assert app["settings"] == {"server_url": site["url"]}
    allowed = found["CONTENT_SECURITY_POLICY"]["DIRECTIVES"]["form-action"]
    assert (elsewhere or "https://id.club.example:8443") in allowed
    assert len(allowed) == 2


DEPLOYED = """
import django
from django.conf import settings
from django.core.management import call_command
from django.utils.module_loading import import_string

django.setup()
call_command("check", deploy=True, fail_level="WARNING")
settings.SILENCED_SYSTEM_CHECKS = []
for number, name in enumerate(settings.MIDDLEWARE):
    if name.startswith("config.inloop."):
        theirs = import_string(name).__mro__[2]
        settings.MIDDLEWARE[number] = f"{theirs.__module__}.{theirs.__qualname__}"
call_command("check", deploy=True, fail_level="WARNING")
"""
"""Checks the settings as they are; then with the names that Django has for its middlewares: some of
its checks are made only where it finds those."""


@pytest.mark.parametrize(
    "parts",
    [{}, {"DATABASE_URL": "postgres://u:p@db/inarow", "REDIS_URL": "redis://redis:6379"}],
    ids=["embedded", "cluster"],
)
def test_https_settings_pass_djangos_deployment_check(
    tmp_path: Path, parts: dict[str, str]
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", DEPLOYED],
        cwd=ROOT,
        env=environment(tmp_path, INAROW_URL="https://play.example.org", **parts),
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert (done.stdout + done.stderr).count("no issues") == 2


@pytest.mark.django_db
def test_no_migration_is_missing() -> None:
    said = StringIO()
    try:
        call_command("makemigrations", check=True, dry_run=True, stdout=said)
    except SystemExit:
        pytest.fail(said.getvalue())


@pytest.mark.parametrize(
    ("written", "link"),
    [
        ("", ""),
        ("host@example.org", "mailto:host@example.org"),
        (" https://example.org/contact ", "https://example.org/contact"),
    ],
)
def test_the_host_can_be_reached_by_mail_or_by_a_page(
    settings_of: Settings, written: str, link: str
) -> None:
    settings = settings_of(INAROW_CONTACT=written, INAROW_SOURCE_URL="https://example.org/code")

    assert settings["INAROW_CONTACT"] == link
    assert settings["INAROW_SOURCE_URL"] == "https://example.org/code"


@pytest.mark.parametrize(
    "written",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "example.org",
        "http://",
        "a@b@c",
        "x y@z",
        "http://[",
    ],
)
@pytest.mark.parametrize("name", ["INAROW_CONTACT", "INAROW_SOURCE_URL"])
def test_what_is_no_address_is_not_linked_to(
    settings_of: Settings, name: str, written: str
) -> None:
    with pytest.raises(ImproperlyConfigured, match=name):
        settings_of(**{name: written})
