"""Each reader is spoken to in their language."""

import pytest
from django.utils import translation

from games.play import errors
from games.play.hub.process import Process
from games.words import pseudo
from tests.people import Table


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


@pytest.mark.parametrize(
    "header", ["accept-language: {}", "cookie: inarow_language={}", "x-cookie: inarow_language={}"]
)
async def test_a_socket_speaks_as_its_browser_asks(table: Table, speaks: str, header: str) -> None:
    name, asks = header.format(speaks).encode().split(b": ")
    game = await table.game()
    eve = await table.comes_to(f"/ws/game/{game.slug}/", "Eve", [(name, asks)])
    for message in ("welcome", "snapshot"):
        assert (await eve.hears())["type"] == message

    await eve.says("resign")

    usual = errors.NotSeated.sentence
    said = (await eve.hears())["sentence"]
    assert said == (usual if header.startswith("x") else pseudo.accented(usual))
