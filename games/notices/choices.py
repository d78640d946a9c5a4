"""What a player wants to be told, as they set it. Functions here read and write the database."""

from collections.abc import Collection, Mapping
from functools import cache
from zoneinfo import available_timezones

from games.notices.models import MINUTES_A_DAY, Channel, Kind, NoticeChoices
from games.notices.quiet import QuietHours
from games.players.models import Player
from games.refusals import BadRequest

_AREAS = frozenset(
    "Africa America Antarctica Arctic Asia Atlantic Australia Europe Indian Pacific UTC".split()
)


class BadChoice(BadRequest):
    """Something that cannot be chosen."""

    code = "badChoice"


class NoSuchZone(BadChoice):
    """A time zone that is none."""

    sentence = "We don’t know that time zone. Choose one from the list."
    field = "zone"


class BadQuietHours(BadChoice):
    """Quiet hours that are none."""

    sentence = "Quiet hours need two different times, such as 22:00 and 07:00."
    field = "quiet_from"


def of(player_id: int) -> NoticeChoices:
    """A player's choices; what everybody begins with if they have made none."""
    row = NoticeChoices.objects.filter(player=player_id).first()
    return row or NoticeChoices(player_id=player_id)


def quiet_hours(choices: NoticeChoices) -> QuietHours | None:
    """When somebody is not to be disturbed, if they have said so."""
    begins, ends = choices.quiet_from, choices.quiet_until
    return None if begins is None or ends is None else QuietHours(begins, ends, choices.zone)


def save(
    player_id: int,
    wanted: Mapping[Channel, Collection[Kind]],
    quiet: QuietHours | None,
    *,
    zone: str,
    language: str,
    at: int,
) -> NoticeChoices:
    """Keep a player's choices, from `at` on. A channel that is not named stays as it was.

    Raises `NoSuchZone` or `BadQuietHours`.
    """
    if zone not in zones():
        raise NoSuchZone
    if quiet is not None and (
        quiet.begins == quiet.ends or not {quiet.begins, quiet.ends}.issubset(range(MINUTES_A_DAY))
    ):
        raise BadQuietHours
    row = of(player_id)
    had_letters = row.wants_letters
    for channel, kinds in wanted.items():
        for kind in Kind:
            setattr(row, f"{channel.value}_{kind.value}", kind in kinds)
    if row.wants_letters and not had_letters:
        row.email_since_ms = at
    row.quiet_from = None if quiet is None else quiet.begins
    row.quiet_until = None if quiet is None else quiet.ends
    row.zone, row.language = zone, language
    row.save()
    return row


def speak(player_id: int, language: str) -> None:
    """Tell a player in this language from now on, if they have made no choice yet."""
    NoticeChoices.objects.get_or_create(player_id=player_id, defaults={"language": language})


def stop_letters(player_id: int) -> bool:
    """No letters any more; whether there is such a player."""
    if not Player.objects.filter(pk=player_id).exists():
        return False
    off = {f"{Channel.EMAIL.value}_{kind.value}": False for kind in Kind}
    NoticeChoices.objects.filter(player=player_id).update(**off)
    return True


@cache
def zones() -> tuple[str, ...]:
    """The time zones people choose from, by their names in the IANA's list."""
    return tuple(sorted(name for name in available_timezones() if name.split("/")[0] in _AREAS))
