from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "games.notices"
    label = "notices"
    verbose_name = "Notices"
