"""The server, for `test_left`: at `/left` it tells what is still in its memory of those who came.

The garbage collector does not run, so that is all that something still refers to, circles included.
At `/fails` and `/ws/fails/` it fails.
"""

import gc
import json
from collections import Counter
from typing import Any

from config import asgi

_KINDS = {
    *("GameSocket", "LobbySocket"),
    *("FrameSocket", "DoorChannel", "DoorRequest"),  # of config.serve
    "FrameProtocol",  # of uvicorn
}
_inarow: Any = asgi.application


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """All of Inarow, and those addresses."""
    path = scope.get("path")
    if path == "/left":
        gc.disable()
        kinds = (type(each).__name__ for each in gc.get_objects())
        left = Counter(kind for kind in kinds if kind in _KINDS)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": json.dumps(left).encode()})
    elif path in ("/fails", "/ws/fails/"):
        raise ZeroDivisionError
    else:
        await _inarow(scope, receive, send)


if __name__ == "__main__":
    from config import serve

    asgi.application = application  # type: ignore[assignment]  # any application will do
    serve.main()
