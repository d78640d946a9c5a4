"""The middleware that refuses what a closed guest's browser wants to change, wherever it asks."""

from django.http import HttpRequest, HttpResponse

from games import limits
from games.http.middleware import Middleware
from games.http.refusing import answer
from games.players import identify

STILL_OPEN = frozenset(
    (
        # Signing in, to an account that is somebody of its own.
        *("account_login", "account_confirm_login_code", "mfa_authenticate", "mfa_login_webauthn"),
        *("account_reset_password", "account_reset_password_from_key", "account_confirm_email"),
        *("openid_connect_login", "openid_connect_callback"),
        *("socialaccount_login_cancelled", "socialaccount_login_error"),
        # What is the browser's own, and hearing nothing more.
        *("forget", "set_language", "unsubscribe", "remove_browser", "stop_letters"),
    )
)
"""What the browser of a closed guest may still ask for, by name in the URL tables."""


class Closing(Middleware):
    """Answers 403 in words. It stands behind the session, and behind what checks for forgery."""

    async def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: object
    ) -> HttpResponse | None:
        """Refuse, now that it is known which address it is; of an account the views ask."""
        match = request.resolver_match
        if request.method in limits.SAFE or (match and match.view_name in STILL_OPEN):
            return None
        if await identify.is_signed_in(request.session):
            return None
        try:
            await identify.refuse_if_closed(request.session)
        except identify.GuestClosed as refusal:
            return answer(request, refusal)
        return None
