from django.apps import AppConfig


class VacationsConfig(AppConfig):
    name = "games.vacations"
    label = "vacations"
    verbose_name = "Vacations"
