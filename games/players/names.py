"""What people may call themselves."""

import re
import unicodedata

from django.contrib.auth import get_user_model

from games.players import bots, lookalikes
from games.players.models import MAX_NAME
from games.refusals import BadRequest
from games.say import say

OFFICES = (
    *("admin", "administrator", "moderator", "operator", "inarow", "server", "staff", "support"),
    *("system", "root", "webmaster"),
)
"""Words that make a name look like the server's own, wherever they stand in it."""


_BETWEEN_WORDS = re.compile(r"[\W_]+")


class BadName(BadRequest):
    """A name that cannot be shown, or that could be taken for somebody else's."""

    code = "badName"
    field = "name"


async def requested_name(text: str) -> str:
    """The name somebody wants to be called by, as it is kept. Raises `BadName`.

    Nobody may look like a bot, or like somebody who looks after the server.
    """
    name = clean_name(text)
    mixed = lookalikes.mixed_scripts(name)
    if mixed is not None:
        raise BadName(
            say(
                "“{text}” mixes letters of different alphabets. Use just one of them.",
                text=mixed,
            )
        )
    looks = lookalikes.skeletons(name)
    for taken in bots.reserved_names():
        if looks & lookalikes.skeletons(taken):
            raise BadName(
                say("{bot} is a bot. Choose a name that doesn’t look like it.", bot=taken)
            )
    words = looks.union(*map(lookalikes.skeletons, _BETWEEN_WORDS.split(name)))
    if any(words & lookalikes.skeletons(office) for office in OFFICES):
        raise BadName(say("That looks like somebody who runs this server. Choose another name."))
    staff = get_user_model().objects.filter(is_staff=True).values_list("username", flat=True)
    async for username in staff:
        if looks & lookalikes.skeletons(username):
            raise BadName(
                say("That looks like somebody who runs this server. Choose another name.")
            )
    return name


def clean_name(text: str) -> str:
    """A name as it is kept: one line, single spaces, nothing invisible.

    Raises `BadName` with a sentence when nothing is left or it is too long. Markup is left alone:
    it is text, and no page ever interprets it.

    >>> clean_name("  Ada \\u202e  Lovelace ")
    'Ada Lovelace'
    """
    # NFC keeps people's letters; categories C* are controls, direction overrides, unassigned.
    text = unicodedata.normalize("NFC", text)
    text = "".join(sign if unicodedata.category(sign)[0] != "C" else " " for sign in text)
    name = " ".join(text.split())
    if not name:
        raise BadName(say("Type a name with at least 1 letter."))
    if len(name) > MAX_NAME:
        raise BadName(
            say(
                "A name has at most {most} characters; this one has {length}.",
                most=MAX_NAME,
                length=len(name),
            )
        )
    return name
