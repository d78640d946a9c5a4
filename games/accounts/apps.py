"""The application of accounts: it hears when somebody signs in or out."""

import logging

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "games.accounts"

    def ready(self) -> None:
        from allauth.account import signals as account
        from allauth.mfa import signals as factors
        from django.contrib.auth.signals import user_logged_out, user_login_failed

        from games.accounts import logged, signing

        account.user_logged_in.connect(signing.signed_in)
        user_logged_out.connect(signing.signed_out)
        for changed in (account.password_changed, account.password_set, account.password_reset):
            changed.connect(signing.password_changed)

        for signal, what in (
            (account.user_signed_up, "signed_up"),
            (account.user_logged_in, "signed_in"),
            (user_logged_out, "signed_out"),
            (account.password_changed, "password_changed"),
            (account.password_set, "password_set"),
            (account.password_reset, "password_reset"),
            (account.email_added, "address_added"),
            (account.email_confirmed, "address_confirmed"),
            (account.email_changed, "address_changed"),
            (account.email_removed, "address_removed"),
            (factors.authenticator_added, "factor_added"),
            (factors.authenticator_removed, "factor_removed"),
            (factors.authenticator_reset, "factor_reset"),
            (factors.authenticator_used, "factor_used"),
        ):
            logged.hear(signal, what)
        for signal, what in (
            (user_login_failed, "sign_in_failed"),
            (factors.authentication_failed, "factor_failed"),
        ):
            logged.hear(signal, what, logging.WARNING)
