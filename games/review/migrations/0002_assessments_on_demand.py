"""Assessments that no review needs can be let go; of those kept so far nobody knows, so they stay."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("review", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="assessment",
            name="reviewed",
            field=models.BooleanField(default=True),
        ),
        migrations.AlterField(
            model_name="assessment",
            name="reviewed",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="assessment",
            name="used_ms",
            field=models.PositiveBigIntegerField(default=0),
        ),
        migrations.AddIndex(
            model_name="assessment",
            index=models.Index(
                condition=models.Q(("reviewed", False)),
                fields=["used_ms"],
                name="assessment_not_reviewed",
            ),
        ),
    ]
