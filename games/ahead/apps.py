from django.apps import AppConfig


class AheadConfig(AppConfig):
    name = "games.ahead"
    label = "ahead"
    verbose_name = "Conditional moves"
