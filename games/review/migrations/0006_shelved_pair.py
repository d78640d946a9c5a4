"""How two players stand is read from an index of their games."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('play', '0015_facts'),
        ('players', '0008_profiles'),
        ('review', '0005_lessons'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='shelved',
            index=models.Index(fields=['black', 'white'], name='shelved_pair'),
        ),
    ]
