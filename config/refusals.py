"""What the server says to a request it does not let in: a status, a code and a sentence.

The application is not asked, so these words are finished bytes; in JSON they have the shape of
`games.http.refusing.as_json`.
"""

import json
from dataclasses import dataclass
from http import HTTPStatus


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a request is not let in."""

    status: HTTPStatus
    code: str
    sentence: str
    retry_after_s: int | None = None

    def answer(self, *, as_json: bool) -> bytes:
        """The whole answer, after which the connection is closed."""
        if as_json:
            kind = "application/json"
            body = json.dumps({"code": self.code, "sentence": self.sentence, "field": None})
        else:
            kind = "text/plain; charset=utf-8"
            body = f"{self.sentence}\n"
        lines = [
            f"HTTP/1.1 {self.status.value} {self.status.phrase}",
            f"Content-Type: {kind}",
            f"Content-Length: {len(body.encode())}",
            "X-Content-Type-Options: nosniff",
            "Cache-Control: no-store",
            "Connection: close",
        ]
        if self.retry_after_s is not None:
            lines.append(f"Retry-After: {self.retry_after_s}")
        return "\r\n".join([*lines, "", body]).encode()


BAD_REQUEST = Refusal(
    HTTPStatus.BAD_REQUEST, "badRequest", "The request breaks the rules of HTTP: it cannot be read."
)
BAD_HANDSHAKE = Refusal(
    HTTPStatus.BAD_REQUEST,
    "badHandshake",
    "A request to open a websocket has no body, and the names of its protocols are plain ASCII.",
)
TOO_MANY_CHUNKS = Refusal(
    HTTPStatus.BAD_REQUEST,
    "tooManyChunks",
    "The body comes in too many chunks: send larger ones, or say its length.",
)
TOO_SLOW = Refusal(
    HTTPStatus.REQUEST_TIMEOUT, "tooSlow", "The request took too long to arrive: send it again."
)
HEADERS_TOO_LARGE = Refusal(
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    "headersTooLarge",
    "The headers of a request may have at most 100 lines and 16 KiB.",
)
TOO_MANY_SOCKETS = Refusal(
    HTTPStatus.TOO_MANY_REQUESTS,
    "tooManySockets",
    "Too many connections are open from your network: close some, or try again in a moment.",
    retry_after_s=10,
)
TOO_MANY_REQUESTS = Refusal(
    HTTPStatus.TOO_MANY_REQUESTS,
    "tooManyRequests",
    "Too many requests from your network are being answered: try again in a moment.",
    retry_after_s=2,
)
TOO_MANY_UPLOADS = Refusal(
    HTTPStatus.TOO_MANY_REQUESTS,
    "tooManyUploads",
    "Too much is being sent from your network at the moment: try again soon.",
    retry_after_s=5,
)


def too_big(most: int) -> Refusal:
    """The body is larger than allowed; in the words of `games.http.answers.TooBig`."""
    return Refusal(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        "tooBig",
        f"The body may have at most {most} bytes.",
    )
