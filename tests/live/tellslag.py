"""The server, for `test_lag`: at `/ws/lag/` it answers each frame with the lag."""

from typing import Any

from config import asgi
from games.sockets.socket import Socket


class TellsLag(Socket):
    """Asks for the lag from the start, so that it is measured."""

    async def serve(self) -> None:
        self.lag_ms()
        while True:
            await self.next_frame()
            self.push(str(self.lag_ms()))


_inarow: Any = asgi.application


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """All of Inarow, and that address."""
    tells = TellsLag() if scope.get("path") == "/ws/lag/" else _inarow
    await tells(scope, receive, send)


if __name__ == "__main__":
    from config import serve

    asgi.application = application  # type: ignore[assignment]  # any application will do
    serve.main()
