"""Programs are known by the keys they show, and by nothing else."""

from io import BytesIO

from django.core.handlers.asgi import ASGIRequest

from games.http.access import visitor_of


async def test_no_cookie_is_looked_at_wherever_the_addresses_of_programs_begin() -> None:
    """The request has no session here: whoever looked at it would fail."""
    for root in ("", "/club"):
        scope = {
            "type": "http",
            "method": "POST",
            "path": f"{root}/api/games/x/seat",
            "root_path": root,
            "query_string": b"",
            "headers": [(b"authorization", b"Bearer abc"), (b"cookie", b"sessionid=of-alice")],
        }
        visitor = await visitor_of(ASGIRequest(scope, BytesIO()))
        assert visitor.keys == {"abc"}
        assert visitor.player_id is None
