"""Keeping studies. Only their owner changes them; anyone with the link of a shared one reads it.

To anybody else a private study does not exist. A change names the version it was made from, and a
change to an older version is refused, so nobody's work is lost silently. Call functions that only
read with `Hub.read`, the others with `sync_to_async`.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import F, Q

from games.mnk import formats
from games.play.errors import NoSuchGame
from games.play.models import Game
from games.players.models import Player
from games.review.errors import NoSuchStudy, NoTitle, StaleStudy, StudyTooLarge, TooManyStudies
from games.review.findings import KeptStudy, StudyPart
from games.review.models import Study
from games.review.models.studies import MAX_TITLE
from games.studies import records

MAX_STUDIES = 200
"""Of one player."""
MAX_TEXT = 256 * 1024
"""Bytes of a study as it is kept."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A study in its owner's list."""

    slug: str
    title: str
    shared: bool
    changed_ms: int
    game: str | None


@dataclass(frozen=True, slots=True)
class Checked:
    """A study whose tree can be played, as it is to be kept."""

    title: str
    text: str
    game: str | None
    shared: bool


def check(study: StudyPart) -> Checked:
    """Check a study: a tenth of a second for a large one, and no database.

    Raises `NoTitle`, `StudyTooLarge`, or an `mnk.RuleError` if its tree cannot be played.
    """
    title = formats.tidy_line(study.title)
    if not title:
        raise NoTitle
    records.record_of(study)  # raises if it cannot be played
    text = msgspec.json.encode(_short(study))
    if len(text) > MAX_TEXT:
        raise StudyTooLarge
    return Checked(title, text.decode(), study.game, study.shared)


def numbered(studies: Sequence[Checked]) -> list[Checked]:
    """The same, with a number behind each title that several have.

    >>> [each.title for each in numbered([Checked("Cup", "", None, False)] * 2)]
    ['Cup (1)', 'Cup (2)']
    """
    titles = Counter(each.title for each in studies)
    numbers = {title: count(1) for title in titles}
    return [
        each if titles[each.title] == 1 else _behind(each, f" ({next(numbers[each.title])})")
        for each in studies
    ]


def _behind(checked: Checked, number: str) -> Checked:
    return replace(checked, title=checked.title[: MAX_TITLE - len(number)].strip() + number)


def create(owner_id: int, checked: Checked, *, at: int) -> KeptStudy:
    """Keep a new study. Raises `TooManyStudies` or `NoSuchGame`."""
    (kept,) = create_each(owner_id, [checked], at=at)
    return kept


def create_each(owner_id: int, studies: Sequence[Checked], *, at: int) -> list[KeptStudy]:
    """Keep new studies, all or none. Raises `TooManyStudies` or `NoSuchGame`."""
    with transaction.atomic():
        # One at a time for each owner, or the limit could be passed.
        Player.objects.select_for_update().get(pk=owner_id)
        kept = Study.objects.filter(owner_id=owner_id).count()
        if kept + len(studies) > MAX_STUDIES:
            raise TooManyStudies(kept, len(studies), MAX_STUDIES)
        return [_kept(_created(owner_id, each, at), owner_id) for each in studies]


def _created(owner_id: int, checked: Checked, at: int) -> Study:
    game = None
    if checked.game is not None:
        game = Game.objects.filter(slug=checked.game).first()
        if game is None:
            raise NoSuchGame
    return Study.objects.create(
        owner_id=owner_id,
        title=checked.title,
        game=game,
        shared=checked.shared,
        text=checked.text,
        created_ms=at,
        changed_ms=at,
    )


def read(slug: str, player_id: int | None) -> KeptStudy:
    """A study, for its owner, or for anybody if it is shared. Raises `NoSuchStudy`."""
    may_read = Q(shared=True) if player_id is None else Q(shared=True) | Q(owner_id=player_id)
    row = Study.objects.select_related("game").filter(may_read, slug=slug).first()
    if row is None:
        raise NoSuchStudy
    return _kept(row, player_id)


def change(
    slug: str, owner_id: int | None, checked: Checked, *, version: int, at: int
) -> KeptStudy:
    """Keep a study in place of its `version`, which goes up by one.

    The game it is about does not change. Raises `NoSuchStudy` or `StaleStudy`.
    """
    mine = Study.objects.filter(slug=slug, owner_id=owner_id)
    current = mine.values_list("version", flat=True).first()
    if current is None:
        raise NoSuchStudy
    changed = mine.filter(version=version).update(
        version=version + 1,
        title=checked.title,
        shared=checked.shared,
        text=checked.text,
        changed_ms=at,
    )
    if not changed:
        raise StaleStudy(mine.values_list("version", flat=True).first() or current)
    return read(slug, owner_id)


def rename(slug: str, owner_id: int | None, title: str, *, at: int) -> None:
    """Give a study another title; changes to an older version are refused from then on.

    Raises `NoTitle` or `NoSuchStudy`.
    """
    tidy = formats.tidy_line(title)[:MAX_TITLE].strip()
    if not tidy:
        raise NoTitle
    mine = Study.objects.filter(slug=slug, owner_id=owner_id)
    if not mine.update(title=tidy, version=F("version") + 1, changed_ms=at):
        raise NoSuchStudy


def delete(slug: str, owner_id: int | None) -> None:
    """Delete a study. Raises `NoSuchStudy`."""
    mine = Study.objects.filter(slug=slug, owner_id=owner_id)
    deleted, _ = mine.delete()
    if not deleted:
        raise NoSuchStudy


def mine(owner_id: int | None) -> list[Listed]:
    """A player's studies, the last changed first; of one file, in its order."""
    rows = Study.objects.filter(owner_id=owner_id).order_by("-changed_ms", "pk")
    fields = ("slug", "title", "shared", "changed_ms", "game__slug")
    return [Listed(*row) for row in rows.values_list(*fields)]


def _short(study: StudyPart) -> dict[str, Any]:
    """A study as plain values, without the default values of its nodes."""
    plain: dict[str, Any] = msgspec.to_builtins(study)
    usual: tuple[object, ...] = ("", None, (), [])
    plain["nodes"] = [
        {key: value for key, value in node.items() if value not in usual} for node in plain["nodes"]
    ]
    return plain


def _kept(row: Study, player_id: int | None) -> KeptStudy:
    study = msgspec.json.decode(row.text, type=StudyPart)
    return KeptStudy(
        slug=row.slug,
        version=row.version,
        is_mine=row.owner_id == player_id,
        study=msgspec.structs.replace(
            study,
            title=row.title,
            shared=row.shared,
            game=None if row.game is None else row.game.slug,
        ),
    )
