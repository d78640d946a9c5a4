"""Each reader is spoken to in their language."""

import pytest
from django.utils import translation

from games.play import errors
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
