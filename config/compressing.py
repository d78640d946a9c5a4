"""Pages and other text are sent compressed, as style sheets and scripts already are."""

from django.http.request import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from config.inloop import InLoop

_TEXT = {"application/json", "application/xml", "image/svg+xml"}


class Compression(InLoop, GZipMiddleware):
    """Django's own, for text alone: pictures and archives are compressed as they are.

    It adds up to 100 random bytes, so that the length of a page tells nobody what is in it; cookies
    do not go with requests that other sites make (SameSite), and form tokens are masked.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        kind = response.headers.get("Content-Type", "").partition(";")[0]
        if kind.startswith("text/") or kind in _TEXT:
            return super().process_response(request, response)
        return response
