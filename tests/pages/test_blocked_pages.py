"""Boards with blocked squares on every page that draws one from an address."""

import pytest

from tests.pages.browser import Browser

pytestmark = pytest.mark.usefixtures("hub")


@pytest.mark.parametrize(
    "address",
    [
        "/explorer?variant=6x6-pillars",
        "/explorer?variant=5x5x4-c3",
        "/analysis?variant=5x5x4-exact-c3",
        "/explorer?p=5x5x4-freestyle-c3/5/5/5/5/X4/O",
        "/?preset=custom&width=5&height=5&k=4&blocked=c3+a1",
    ],
)
async def test_a_page_opens_on_a_board_with_blocked_squares(address: str) -> None:
    page = await Browser().opens(address)

    assert "blocked" in str(page.text)
