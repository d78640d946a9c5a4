"""How django-allauth does things here: names are players' names, limits and links are the server's.

allauth's own views are synchronous; they run in a thread, and wait for the event loop where they
need it.
"""

import base64
import hashlib
import io
from typing import Any
from urllib.parse import urljoin, urlsplit

import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context as current
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from asgiref.sync import async_to_sync
from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sites.shortcuts import get_current_site
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.urls import reverse

from games import limits
from games.accounts import devices, post, signing
from games.players import names
from games.players.models import Kind, Player
from games.say import later, say

NO_VALIDATORS: list[Any] = []
RECOVERY = "account/email/password_reset_key"
"""The letter that anybody may ask for, to any address."""
CONFIRMATION = "account/email/email_confirmation"
"""How the names of the letters begin that somebody signed in asks for."""


class Accounts(DefaultAccountAdapter):
    """Sign-up, sign-in, passwords and e-mail."""

    error_messages = DefaultAccountAdapter.error_messages | {
        f"{what}_password_mismatch": later("That name and password don’t match.")
        for what in ("username", "email", "username_email")
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """A name an account may have, as it is kept. Raises `ValidationError`."""
        try:
            name = async_to_sync(names.requested_name)(username, of=Player(kind=Kind.ACCOUNT))
        except names.BadName as refusal:
            raise ValidationError(refusal.sentence, code=refusal.code) from None
        return str(super().clean_username(name, shallow))

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Keep a new user, and their player. Raises `names.NameTaken` if somebody was quicker."""
        try:
            with transaction.atomic():
                saved: User = super().save_user(request, user, form, commit)
                signing.make_player(saved)
        except IntegrityError:
            raise names.NameTaken from None
        return saved

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count an attempt, for its network and for the name: whoever guesses runs out of both.

        A browser that has signed in by this name before has a share of its own: nobody locks its
        owner out by guessing.
        """
        typed = credentials.get("username") or credentials.get("email") or ""
        async_to_sync(_count)(devices.share_of(request, typed))

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        """The user of these credentials, or None.

        What is typed is tried as a name or as an address, never as both: that would take twice as
        long, and so tell that there is such an address.
        """
        if {"username", "email"}.issubset(credentials):
            is_name = User.objects.filter(username=credentials["username"]).exists()
            del credentials["email" if is_name else "username"]
        return super().authenticate(request, **credentials)

    def get_client_ip(self, request: HttpRequest) -> str:
        return str(request.META.get("REMOTE_ADDR") or "0.0.0.0")  # an address

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Post a letter, if this address has not had too many.

        What has changed about an account is told though strangers have asked for many letters.
        Raises `TooManyRequests` for a confirmation alone: of any other letter a refusal would tell
        a stranger that there is an account, or come when all has been done.
        """
        is_confirmation = template_prefix.startswith(CONFIRMATION)
        kind = "asked" if is_confirmation or template_prefix == RECOVERY else "told"
        try:
            async_to_sync(limits.spend)("letters", f"{kind} {email.casefold()}")
        except limits.TooManyRequests:
            if is_confirmation:
                raise
            return
        request = current.request
        post.post(
            self.render_mail(
                template_prefix,
                email,
                {"request": request, "email": email, "current_site": get_current_site(request)}
                | context,
            )
        )

    def get_reset_password_from_key_url(self, key: str) -> str:
        return _at_home(super().get_reset_password_from_key_url(key))

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        return _at_home(super().get_email_confirmation_url(request, emailconfirmation))

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        return reverse("home")


class Factors(DefaultMFAAdapter):
    """Passkeys, and codes from an app."""

    def encrypt(self, text: str) -> str:
        return _vault().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        try:
            return _vault().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            return ""  # the server's secret key was changed: no code fits any more

    def build_totp_svg(self, url: str) -> str:
        drawn = io.BytesIO()
        segno.make(url).save(drawn, kind="svg", scale=5, border=2, light="#fff", xmldecl=False)
        return drawn.getvalue().decode()

    def generate_authenticator_name(self, user: User, type: str) -> str:
        return say("My passkey")

    def _get_site_name(self) -> str:
        return f"Inarow {urlsplit(settings.INAROW_URL).hostname}"


class OtherSites(DefaultSocialAccountAdapter):
    """Signing in with an account at another site, where the host has set one up."""

    def save_user(self, request: HttpRequest, sociallogin: Any, form: Any = None) -> User:
        """Keep a new user, and their player. Raises `names.NameTaken` if somebody was quicker."""
        try:
            with transaction.atomic():
                saved: User = super().save_user(request, sociallogin, form)
                signing.make_player(saved)
        except IntegrityError:
            raise names.NameTaken from None
        return saved


class Sessions(DefaultUserSessionsAdapter):
    """The list of an account's sessions."""

    def end_sessions(self, sessions: Any) -> None:
        """End them, and send their open pages away."""
        keys = [each.session_key for each in sessions]
        signing.forget_browsers(keys)
        super().end_sessions(sessions)
        signing.send_away(keys)


async def _count(whose: str) -> None:
    await limits.spend_mine("signins")
    await limits.spend("accounts", whose)


def _at_home(url: str) -> str:
    """A link for a letter: to the server's own address, whatever host was asked for it."""
    parts = urlsplit(url)
    return urljoin(settings.INAROW_URL, parts.path + (f"?{parts.query}" if parts.query else ""))


def _vault() -> Fernet:
    secret = hashlib.blake2b(settings.SECRET_KEY.encode(), digest_size=32, person=b"inarow.factors")
    return Fernet(base64.urlsafe_b64encode(secret.digest()))
