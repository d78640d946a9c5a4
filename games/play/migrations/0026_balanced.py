from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('play', '0025_gravity'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='game',
            name='game_opening',
        ),
        migrations.AlterField(
            model_name='game',
            name='opening',
            field=models.CharField(choices=[('none', 'none'), ('pro', 'pro'), ('longpro', 'long_pro'), ('balanced', 'balanced'), ('swap1', 'swap_first'), ('swap', 'swap'), ('swap2', 'swap2'), ('rif', 'rif'), ('yamaguchi', 'yamaguchi'), ('soosorv8', 'soosorv_8'), ('taraguchi10', 'taraguchi_10'), ('tarannikov', 'tarannikov')], default='none', max_length=12),
        ),
        migrations.AddField(
            model_name='game',
            name='opening_again',
            field=models.BooleanField(default=False),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('opening__in', ['none', 'pro', 'longpro', 'balanced', 'swap1', 'swap', 'swap2', 'rif', 'yamaguchi', 'soosorv8', 'taraguchi10', 'tarannikov'])), name='game_opening'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('opening_again', False), ('opening', 'balanced'), _connector='OR'), name='game_opening_again'),
        ),
    ]
