"""The application of accounts: it hears when somebody signs in or out."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "games.accounts"

    def ready(self) -> None:
        from allauth.account import signals as account
        from django.contrib.auth.signals import user_logged_out

        from games.accounts import signing

        account.user_logged_in.connect(signing.signed_in)
        user_logged_out.connect(signing.signed_out)
        for changed in (account.password_changed, account.password_set, account.password_reset):
            changed.connect(signing.password_changed)
