"""Every page says in its menu who its visitor plays as."""

from typing import Any

from django.urls import reverse

from games import learn
from games.notices import letters
from games.players.models import Player
from tests.config.test_routes import ROUTES, path_of
from tests.pages.browser import Browser
from tests.people import Table

LESSON = reverse("lesson", args=[learn.LESSONS[0].key])
PROOF = reverse("proof") + "?p=3x3/3/3/3/X"
RULE = reverse("rule", args=["freestyle"])


async def test_every_page_says_who_its_visitor_plays_as(table: Table) -> None:
    eve, away = Browser(), Browser()
    await eve.sends("/name", name="Eve")
    over = await table.played("a1a2b1b2c1")
    days = await eve.starts(side="black", preset="15x15", clock="1d")
    await away.sends("/name", name="Zoe")
    await away.sends(days + "join")
    paths = [path_of(route, over.slug) for route, _ in ROUTES]
    pages = [path for path in paths if "." not in path and not path.startswith("/api/")]
    named: set[str] = set()
    unnamed: set[str] = set()

    # Where nobody can think a page says so, with another status.
    zoe = await Player.objects.aget(name="Zoe")
    others = {
        *("/", "/tree", PROOF, LESSON, RULE, days + "ahead", letters.stop_path(zoe.pk)),
        reverse("report_player", args=[zoe.slug]),
    }
    for path in {*pages, *others}:
        answer: Any = await eve.client.get(path)
        html = answer.content.decode()
        if answer.status_code in (200, 409, 503) and 'class="menu-name"' in html:
            (named if '<span class="menu-name" dir="auto">Eve</span>' in html else unnamed).add(
                path
            )

    assert not unnamed
    assert named >= others
    assert len(named) >= 30
