"""The log of what moderators did: rows are added, and nobody changes or deletes one."""

import pytest
from django.db import IntegrityError, connection, transaction

from games.moderation.models import Action, Entry, LogIsKept

pytestmark = pytest.mark.django_db


def _entry() -> Entry:
    entry = Entry(
        at_ms=1, moderator_id=1, moderator="Mona", action=Action.WARN, player="abc", reason="Rude"
    )
    entry.save()
    return entry


def test_no_entry_is_saved_again_changed_or_deleted_by_the_model() -> None:
    entry = _entry()
    entry.reason = "Nothing"
    with pytest.raises(LogIsKept):
        entry.save()
    with pytest.raises(LogIsKept):
        entry.delete()
    with pytest.raises(LogIsKept):
        Entry.objects.filter(pk=entry.pk).update(reason="Nothing")
    with pytest.raises(LogIsKept):
        Entry.objects.bulk_update([entry], ["reason"])
    with pytest.raises(LogIsKept):
        Entry.objects.all().delete()
    assert Entry.objects.get().reason == "Rude"


def test_nobody_puts_an_entry_in_anothers_place() -> None:
    entry = _entry()
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry(pk=entry.pk, at_ms=2, moderator_id=2, action=Action.WARN, reason="Nothing").save()
    assert Entry.objects.get().reason == "Rude"


@pytest.mark.parametrize(
    "statement",
    ["UPDATE moderation_entry SET reason = 'Nothing'", "DELETE FROM moderation_entry"],
)
def test_the_database_itself_refuses(statement: str) -> None:
    _entry()
    with (
        pytest.raises(IntegrityError, match="is not edited"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)
    assert Entry.objects.get().reason == "Rude"


def test_an_entry_names_something_that_a_moderator_can_do() -> None:
    with pytest.raises(IntegrityError, match="entry_action"), transaction.atomic():
        Entry(at_ms=1, moderator_id=1, moderator="Mona", action="praise", reason="Nice").save()
