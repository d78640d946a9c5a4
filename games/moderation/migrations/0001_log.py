"""The log of what moderators did; the database itself refuses to change or delete its rows."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


REFUSED = "The log of what moderators did is not edited."
SQLITE = """
CREATE TRIGGER moderation_entry_no_{event}
BEFORE {event} ON moderation_entry
BEGIN SELECT RAISE(ABORT, '{refused}'); END
"""
POSTGRESQL_FUNCTION = """
CREATE FUNCTION moderation_entry_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '{refused}' USING ERRCODE = 'integrity_constraint_violation'; END $$
"""
POSTGRESQL = """
CREATE TRIGGER moderation_entry_no_{event}
BEFORE {event} ON moderation_entry
FOR EACH ROW EXECUTE FUNCTION moderation_entry_is_kept()
"""


def guard(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Whoever makes this table anew in a later migration (SQLite does) calls this again."""
    trigger = SQLITE
    if editor.connection.vendor == "postgresql":
        editor.execute(POSTGRESQL_FUNCTION.format(refused=REFUSED), None)
        trigger = POSTGRESQL
    for event in ("UPDATE", "DELETE"):
        editor.execute(trigger.format(event=event, refused=REFUSED), None)


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at_ms', models.PositiveBigIntegerField()),
                ('moderator_id', models.PositiveBigIntegerField()),
                ('moderator', models.CharField(max_length=150)),
                ('action', models.CharField(choices=[('settle', 'Settle'), ('warn', 'Warn'), ('mute', 'Mute'), ('let_speak', 'Let Speak'), ('rename', 'Rename'), ('close', 'Close'), ('reopen', 'Reopen'), ('remove', 'Remove'), ('put_back', 'Put Back'), ('hide', 'Hide'), ('show', 'Show')], max_length=12)),
                ('player', models.CharField(max_length=16)),
                ('game', models.CharField(max_length=16)),
                ('line', models.PositiveBigIntegerField(null=True)),
                ('detail', models.CharField(max_length=200)),
                ('reason', models.CharField(max_length=500)),
            ],
            options={
                'verbose_name': 'log entry',
                'verbose_name_plural': 'log entries',
                'indexes': [models.Index(fields=['player', '-id'], name='entry_of_player'), models.Index(condition=models.Q(('game', ''), _negated=True), fields=['game', '-id'], name='entry_of_game')],
                'constraints': [models.CheckConstraint(condition=models.Q(('action__in', ['settle', 'warn', 'mute', 'let_speak', 'rename', 'close', 'reopen', 'remove', 'put_back', 'hide', 'show'])), name='entry_action')],
            },
        ),
        migrations.RunPython(guard, migrations.RunPython.noop),
    ]
