"""Moderators and the people they look after."""

from django.apps import apps
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Permission, User

from games.accounts import signing
from games.players.models import Player


def moderator(name: str = "Mona") -> User:
    """Somebody of the staff who may change players."""
    create_permissions(apps.get_app_config("players"), verbosity=0)
    user = User.objects.create_user(name, is_staff=True)
    signing.make_player(user)
    user.user_permissions.set(Permission.objects.filter(codename="change_player"))
    return User.objects.get(pk=user.pk)  # with no permission remembered


def account(name: str, password: str | None = None) -> Player:
    """Somebody with an account."""
    return signing.make_player(User.objects.create_user(name, password=password))
