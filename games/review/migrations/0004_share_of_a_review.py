"""A review counts for the share of whoever asked for it; those asked for so far are nobody's."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("review", "0003_watching")]

    operations = [
        migrations.AddField(
            model_name="review",
            name="share",
            field=models.CharField(blank=True, default="", max_length=16),
        ),
    ]
