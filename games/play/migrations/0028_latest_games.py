import django.db.models.deletion
from django.db import migrations, models

SET = """
    UPDATE play_seat SET ended_ms = (
        SELECT changed_ms FROM play_game
        WHERE play_game.id = play_seat.game_id AND play_game.termination <> ''
    )
"""
"""A game over has last changed when it ended, or soon after (somebody asked for another)."""


class Migration(migrations.Migration):

    dependencies = [
        ('play', '0027_connect6'),
        ('players', '0013_closed_guests'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='ended_ms',
            field=models.PositiveBigIntegerField(null=True),
        ),
        migrations.AlterField(
            model_name='seat',
            name='player',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='players.player'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(fields=['player', 'ended_ms'], name='seat_of_player'),
        ),
        migrations.RunSQL(SET, migrations.RunSQL.noop),
    ]
