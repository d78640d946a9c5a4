"""What the browser's side says, in one language: a script that runs before the page's own."""

import hashlib
import json
from functools import cache
from pathlib import Path

from babel.messages.mofile import read_mo
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language, to_locale
from django.views.decorators.http import require_safe

from games.words import catalogue


def script(request: HttpRequest) -> dict[str, object]:
    """A context processor: `words_script`, the address of the script of the page's language."""
    return {"words_script": address(get_language())}


def address(language: str) -> str | None:
    """Where the script of a language is; None for English, which needs none."""
    text = _script(language)
    if text is None:
        return None
    digest = hashlib.sha256(text.encode()).hexdigest()[:12]
    return reverse("words", kwargs={"language": language, "digest": digest})


@require_safe
async def words(request: HttpRequest, language: str, digest: str) -> HttpResponse:
    """The script of a language. Its address changes with it, so it may be kept for a year."""
    text = _script(language)
    if text is None:
        raise Http404
    answer = HttpResponse(text, content_type="text/javascript; charset=utf-8")
    answer["Cache-Control"] = "public, max-age=31536000, immutable"
    return answer


@cache
def _script(language: str) -> str | None:
    file = _file(language)
    if file is None:
        return None
    with file.open("rb") as opened:
        translated = read_mo(opened)
    said = {}
    for message in catalogue.template():
        if message.id and catalogue.is_in_browser(place for place, _ in message.locations):
            one = message.id[0] if isinstance(message.id, tuple) else message.id
            found = translated.get(one)
            if found is not None and found.string:
                forms = found.string
                said[one] = list(forms) if isinstance(forms, tuple | list) else [forms]
    return (
        f"globalThis.inarowWords={{plural:n=>Number({translated.plural_expr}),"
        f"said:{json.dumps(said, ensure_ascii=False)}}};\n"
    )


def _file(language: str) -> Path | None:
    if language not in dict(settings.LANGUAGES):
        return None
    for folder in settings.LOCALE_PATHS:
        file = Path(folder) / to_locale(language) / "LC_MESSAGES" / "django.mo"
        if file.exists():
            return file
    return None
