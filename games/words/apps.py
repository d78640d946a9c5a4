from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext, ngettext

from games.say import speak


class WordsConfig(AppConfig):
    name = "games.words"

    def ready(self) -> None:
        """Sentences are said in the language of the request or socket they answer."""
        if settings.USE_I18N:
            speak(gettext, ngettext)
