"""One reader is spoken to in their language; what goes to many at once is in English."""

import pytest
from django.utils import translation

from games import mnk
from games.play import errors, wire
from games.play.hub.process import Process
from games.words import pseudo


async def test_who_has_something_read_is_refused_in_their_language(speaks: str) -> None:
    def refuse() -> None:
        raise errors.NoSuchGame

    process = Process()
    try:
        with translation.override(speaks), pytest.raises(errors.NoSuchGame) as refused:
            await process.read(refuse)
        with pytest.raises(errors.NoSuchGame) as usual:
            await process.read(refuse)
    finally:
        await process.close()

    assert refused.value.sentence == pseudo.accented(errors.NoSuchGame.sentence)
    assert usual.value.sentence == errors.NoSuchGame.sentence


def test_titles_are_told_in_english_whoever_is_spoken_to(speaks: str) -> None:
    with translation.override(speaks):
        variant = wire.variant_part(mnk.Variant(15, 15, 5))
        control = wire.control_part(mnk.time_control_from_text("2d"))
        still = translation.get_language()

    assert variant.title == "15×15, five in a row"
    assert control is not None
    assert control.title == "2 days a move"
    assert still == speaks
