"""Text is sent compressed to whoever takes it so; pictures are left as they are."""

import gzip

import pytest
from django.test import AsyncClient


@pytest.mark.django_db
async def test_pages_are_a_fourth_of_their_size_or_less_on_the_way() -> None:
    client = AsyncClient()
    plain = await client.get("/")
    packed = await client.get("/", headers={"accept-encoding": "gzip"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert len(packed.content) < len(plain.content) / 4
    assert b"Line them up." in gzip.decompress(packed.content)


@pytest.mark.django_db
async def test_a_picture_is_not_compressed_twice() -> None:
    client = AsyncClient()
    drawn = {}
    for kind in ("svg", "png"):
        address = f"/position.{kind}?p=3x3/3/1X1/3/O"
        drawn[kind] = await client.get(address, headers={"accept-encoding": "gzip"})
        assert drawn[kind].status_code == 200, drawn[kind].content[:200]
    assert drawn["svg"].headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in drawn["png"].headers
