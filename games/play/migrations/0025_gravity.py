from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('play', '0024_misere'),
    ]

    operations = [
        migrations.AlterField(
            model_name='game',
            name='line_rule',
            field=models.CharField(choices=[('freestyle', 'freestyle'), ('exact', 'exact'), ('caro', 'caro'), ('renju', 'renju'), ('full', 'full_lines'), ('misere', 'misere'), ('gravity', 'gravity')], max_length=12),
        ),
    ]
