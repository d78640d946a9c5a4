"""What the browser's side says, in one language: a script that runs before the page's own."""

import hashlib
import json
from dataclasses import dataclass
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
    found = _script(language)
    if found is None:
        return None
    return reverse("words", kwargs={"language": language, "digest": found.digest})


@require_safe
async def words(request: HttpRequest, language: str, digest: str) -> HttpResponse:
    """The script of a language. Its address changes with it, so it may be kept for a year.

    A page of an earlier or later version has another address: it gets what there is.
    """
    found = _script(language) if language in dict(settings.LANGUAGES) else None
    if found is None:
        raise Http404
    answer = HttpResponse(found.text, content_type="text/javascript; charset=utf-8")
    is_its_own = digest == found.digest
    answer["Cache-Control"] = "public, max-age=31536000, immutable" if is_its_own else "no-cache"
    return answer


@dataclass(frozen=True, slots=True)
class _Script:
    text: str
    digest: str


@cache
def _script(language: str) -> _Script | None:
    """For a language that is spoken: what a stranger asks for is not kept."""
    file = _file(language)
    if file is None:
        return None
    with file.open("rb") as opened:
        translated = read_mo(opened)
    said = {}
    for message in catalogue.template():
        if message.id and catalogue.is_in_browser(place for place, _ in message.locations):
            one = message.id[0] if isinstance(message.id, tuple) else message.id
            known = translated.get(one)
            if known is not None and known.string:
                forms = known.string
                said[one] = list(forms) if isinstance(forms, tuple | list) else [forms]
    text = (
        f"globalThis.inarowWords={{plural:n=>Number({translated.plural_expr}),"
        f"said:{json.dumps(said, ensure_ascii=False)}}};\n"
    )
    return _Script(text, hashlib.sha256(text.encode()).hexdigest()[:12])


def _file(language: str) -> Path | None:
    for folder in settings.LOCALE_PATHS:
        file = Path(folder) / to_locale(language) / "LC_MESSAGES" / "django.mo"
        if file.exists():
            return file
    return None
