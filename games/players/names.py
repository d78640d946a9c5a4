"""What people may call themselves."""

import re
import unicodedata

from asgiref.sync import sync_to_async
from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction

from games.players import bots, lookalikes
from games.players.models import MAX_KEY, MAX_NAME, Kind, Player
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


class NameTaken(BadName):
    """An account has a name that looks the same."""

    code = "nameTaken"
    sentence = "Somebody has that name already. Choose another."


async def requested_name(text: str, *, of: Player | None = None) -> str:
    """The name somebody wants to be called by, as it is kept. Raises `BadName`.

    Nobody may look like a bot, like somebody who looks after the server, or like somebody else's
    account. `of` is whoever asks, if they are a player already.
    """
    name = clean_name(text)
    if of is not None and of.kind == Kind.ACCOUNT:
        check_for_account(name)
    accounts = Player.objects.filter(looks_like=lookalikes.key(name))
    if of is not None and of.pk is not None:
        accounts = accounts.exclude(pk=of.pk)
    if await accounts.aexists():
        raise NameTaken
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
    staff = get_user_model().objects.filter(is_staff=True)
    if of is not None and of.pk is not None:
        staff = staff.exclude(player=of)
    async for username in staff.values_list("username", flat=True):
        if looks & lookalikes.skeletons(username):
            raise BadName(
                say("That looks like somebody who runs this server. Choose another name.")
            )
    return name


def check_for_account(name: str) -> None:
    """Raise `BadName` for what only a guest may be called: people type an account's name."""
    if "@" in name:
        raise BadName(say("A name can’t contain @. Add your e-mail address later."))
    if not 2 <= len(lookalikes.key(name)) <= MAX_KEY:
        raise BadName(say("Type a name with at least 2 letters or digits."))


async def call(player: Player, name: str) -> None:
    """Have a player be called by a name that `requested_name` has let pass.

    Raises `NameTaken` if somebody was quicker.
    """
    player.name = name
    if player.kind != Kind.ACCOUNT:
        await player.asave(update_fields=["name"])
        return
    try:
        await sync_to_async(keep_name)(player)
    except IntegrityError:
        raise NameTaken from None


@transaction.atomic
def keep_name(player: Player) -> None:
    """Write a new name of an account wherever it stands. Raises `IntegrityError` if it is taken."""
    player.looks_like = lookalikes.key(player.name)
    player.save(update_fields=["name", "looks_like"])
    if player.user is not None:
        player.user.username = player.name
        player.user.save(update_fields=["username"])


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
