"""Catalogues as files: the template translators begin with, and what is made of their work.

A language is a folder `<locale>/LC_MESSAGES` with a `django.po` that people write and a `django.mo`
that Django reads; so they lie in `games/words/locale`, and wherever `INAROW_LOCALES` says.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from games.words.found import Sentence

HERE = Path(__file__).parent
TEMPLATE = HERE / "locale" / "inarow.pot"
_NO_DATE = datetime(2026, 1, 1, tzinfo=UTC)
"""A template made again from the same source is the same file."""


def template_of(sentences: Iterable[Sentence]) -> bytes:
    """The template of all catalogues: every sentence once, with the files it is said in."""
    catalogue = Catalog(project="Inarow", creation_date=_NO_DATE, fuzzy=False)
    for each in sentences:
        catalogue.add(each.text if each.many is None else (each.text, each.many),
                      locations=[(each.place, 0)])  # fmt: skip
    return _written(catalogue)


def compile_all(folder: Path) -> Sequence[Path]:
    """Make the `.mo` of each `.po` in a folder of locales; return what was made."""
    made = []
    for source in sorted(folder.glob("*/LC_MESSAGES/django.po")):
        with source.open("rb") as file:
            catalogue = read_po(file)
        target = source.with_suffix(".mo")
        with target.open("wb") as file:
            write_mo(file, catalogue)
        made.append(target)
    return made


def write(folder: Path, locale: str, catalogue: Catalog) -> None:
    """Write a catalogue into a folder of locales, as its `.po`."""
    target = folder / locale / "LC_MESSAGES" / "django.po"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(_written(catalogue))


def template() -> Catalog:
    """The template as it is on file."""
    with TEMPLATE.open("rb") as file:
        return read_po(file)


def is_in_browser(places: Iterable[str]) -> bool:
    """Whether a sentence is said by the browser's side, by the files it is said in."""
    return any(place.startswith("frontend/src/") or place in _SHARED for place in places)


_SHARED = ("games/mnk/rule.py", "games/remarks.py")
"""Tables that the browser's side is given whole, by `manage.py protocol`."""


def _written(catalogue: Catalog) -> bytes:
    into = BytesIO()
    write_po(into, catalogue, width=100, sort_output=True, include_lineno=False)
    return into.getvalue()
