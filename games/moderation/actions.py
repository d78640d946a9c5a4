"""What moderators do. Each act is one transaction with its entry in the log: no act without one.

Nobody acts on themselves, on a bot, or on another moderator, unless they run the server. What
must reach open pages (`told`, `closed`, `renamed`) follows when it is kept. Functions here use
the database, in the thread of a view.
"""

from datetime import UTC, datetime, timedelta

from asgiref.sync import async_to_sync
from django.contrib.auth.models import AnonymousUser, User
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from games import library
from games.accounts import joining, leaving, signing
from games.chat import talk
from games.chat.feed import ChatFeed
from games.friends import challenges
from games.moderation import reports
from games.moderation.models import MAX_REASON, Action, Entry
from games.play.clock import now_ms
from games.play.errors import NoSuchGame
from games.play.hub import current
from games.play.models import ChatLine, Game, Report
from games.play.watching import Visibility
from games.players import names
from games.players.models import FOR_GOOD, MAX_WARNING, Kind, Player
from games.refusals import BadRequest, Forbidden, NotFound, Refused
from games.review.models import Badge
from games.say import say

MAY = "players.change_player"
"""The permission that makes a member of staff a moderator."""


class NotTheirs(Forbidden):
    """A moderator may not act on this player."""

    code = "notTheirs"


class NeedsReason(BadRequest):
    """The log wants to know why."""

    code = "needsReason"
    field = "reason"


class NotToBeDone(Refused):
    """There is nothing to do, or nothing that can be done, about this."""

    code = "notToBeDone"


def is_moderator(user: User | AnonymousUser) -> bool:
    """Whether somebody may moderate: asked anew with each request."""
    return user.is_active and user.is_staff and user.has_perm(MAY)


def why_not(by: User, player: Player) -> str:
    """Why a moderator may not act on a player, as a sentence; empty if they may."""
    theirs: User | None = player.user
    if player.kind == Kind.BOT:
        return say("A bot answers to nobody but the host.")
    if theirs is None:
        return ""
    if theirs.pk == by.pk:
        return say("That’s you. Somebody else must decide.")
    if theirs.is_superuser:
        return say("This is whoever runs the server.")
    if theirs.is_staff and not by.is_superuser:
        return say("This is a moderator. Only whoever runs the server may act.")
    return ""


# --- Players --------------------------------------------------------------------------------------


def settle(by: User, player: Player, reason: str) -> int:
    """Close the open reports of a player and their lines; returns how many there were."""
    reason = _reason(reason)
    at = now_ms()
    with transaction.atomic():
        player = _held(by, player)
        ids = list(reports.of_player(player).filter(settled_ms=None).values_list("pk", flat=True))
        done = Report.objects.filter(pk__in=ids, settled_ms=None).update(settled_ms=at)
        if not done:
            raise NotToBeDone(say("No report of {name} is open.", name=player.name))
        _log(by, Action.SETTLE, reason, player=player, detail=f"{done} reports")
    return done


def warn(by: User, player: Player, words: str) -> None:
    """Have a player read something, on top of pages without a game, until they say they have."""
    words = _reason(words, most=MAX_WARNING)
    with transaction.atomic():
        player = _held(by, player)
        player.warning = words
        player.save(update_fields=["warning"])
        _log(by, Action.WARN, words, player=player)


def read_warning(player: Player) -> None:
    """They have read it."""
    Player.objects.filter(pk=player.pk).update(warning="")


def mute(by: User, player: Player, reason: str, *, days: int | None) -> None:
    """Let a player say nothing beside games for some days, or for good (`None`)."""
    reason = _reason(reason)
    until = FOR_GOOD if days is None else timezone.now() + timedelta(days=days)
    with transaction.atomic():
        player = _held(by, player)
        player.silenced_until = until
        player.save(update_fields=["silenced_until"])
        detail = "for good" if days is None else f"until {until:%Y-%m-%d %H:%M} UTC"
        _log(by, Action.MUTE, reason, player=player, detail=detail)


def let_speak(by: User, player: Player, reason: str) -> None:
    """Let somebody who was muted speak again."""
    reason = _reason(reason)
    with transaction.atomic():
        player = _held(by, player)
        if player.silenced_until is None or player.silenced_until <= timezone.now():
            raise NotToBeDone(say("{name} isn’t muted.", name=player.name))
        player.silenced_until = None
        player.save(update_fields=["silenced_until"])
        _log(by, Action.LET_SPEAK, reason, player=player)


def rename(by: User, player: Player, name: str, reason: str) -> None:
    """Give a player another name. Raises `names.BadName` too, as for whoever names themselves."""
    reason = _reason(reason)
    name = async_to_sync(names.requested_name)(name, of=player)
    try:
        with transaction.atomic():
            player = _held(by, player)
            before, player.name = player.name, name
            if before == name:
                raise NotToBeDone(say("That’s the name already."))
            if player.kind == Kind.ACCOUNT:
                names.keep_name(player)
                player.warning = say(
                    "A moderator has changed your name to {name}. You sign in with it.", name=name
                )
            else:
                player.warning = say("A moderator has changed your name to {name}.", name=name)
            player.save(update_fields=["name", "warning"])
            _log(by, Action.RENAME, reason, player=player, detail=f"“{before}” → “{name}”")
    except IntegrityError:
        raise names.NameTaken from None
    rows = Game.objects.filter(seats__player=player).order_by("-changed_ms")
    slugs = list(rows.values_list("slug", flat=True)[: joining.MOST_TOLD])
    async_to_sync(_tell_names)(slugs)


def close(by: User, player: Player, reason: str) -> None:
    """Close an account or a guest: nobody plays as them, their games in progress are resigned.

    Nobody signs in to the account. A browser that was the guest reads and watches, and is refused
    whatever else it asks for (`identify.GuestClosed`).
    """
    reason = _reason(reason)
    with transaction.atomic():
        player, user = _closable(by, player)
        if player.is_closed:
            raise NotToBeDone(say("{name} is closed already.", name=player.name))
        _close(player, user, at=now_ms())
        leaving.renew_keys(player)
        _log(by, Action.CLOSE, reason, player=player)
    if user is not None:
        signing.end_sessions(user)
    async_to_sync(_tell_closed)(player)


def reopen(by: User, player: Player, reason: str) -> None:
    """Open what was closed again."""
    reason = _reason(reason)
    with transaction.atomic():
        player, user = _closable(by, player)
        if not player.is_closed:
            raise NotToBeDone(say("{name} isn’t closed.", name=player.name))
        _close(player, user, at=None)
        _log(by, Action.REOPEN, reason, player=player)


def _closable(by: User, player: Player) -> tuple[Player, User | None]:
    """A player and the user they are, held; None for a guest."""
    player = _held(by, player)
    if player.kind == Kind.GUEST:
        return player, None
    if player.user is None:
        raise NotToBeDone(say("{name} has deleted their account.", name=player.name))
    player.user = user = User.objects.select_for_update().get(pk=player.user.pk)
    return player, user


def _close(player: Player, user: User | None, *, at: int | None) -> None:
    """Close them, or with `None` open them again."""
    if user is None:
        player.closed_ms = at
        player.save(update_fields=["closed_ms"])
    else:
        user.is_active = at is None
        user.save(update_fields=["is_active"])


# --- Games ----------------------------------------------------------------------------------------


def remove_game(by: User, slug: str, reason: str) -> None:
    """Take a public game off every list: only who has its link finds it.

    The explorer and its players' results no longer count it, badges that it brought are gone.
    """
    reason = _reason(reason)
    with transaction.atomic():
        game = _game(by, slug)
        if game.removed_ms is not None or game.visibility != Visibility.PUBLIC:
            raise NotToBeDone(say("This game is on no public list."))
        if not game.started or game.exhibition_id is not None:
            raise NotToBeDone(say("Only a game that people have begun can be removed."))
        game.removed_ms = now_ms()
        game.save(update_fields=["removed_ms"])
        library.shelve_anew(game)
        Badge.objects.filter(game=game).delete()
        _log(by, Action.REMOVE, reason, game=game)


def put_game_back(by: User, slug: str, reason: str) -> None:
    """Have lists name a removed game again."""
    reason = _reason(reason)
    with transaction.atomic():
        game = _game(by, slug)
        if game.removed_ms is None:
            raise NotToBeDone(say("Nobody has removed this game."))
        game.removed_ms = None
        game.save(update_fields=["removed_ms"])
        library.shelve_anew(game)
        _log(by, Action.PUT_BACK, reason, game=game)


def _game(by: User, slug: str) -> Game:
    _check(by)
    game = Game.objects.select_for_update().filter(slug=slug).first()
    if game is None:
        raise NoSuchGame
    return game


# --- Lines ----------------------------------------------------------------------------------------


def hide_lines(by: User, lines: "QuerySet[ChatLine]", reason: str) -> int:
    """Hide lines from everybody; returns how many were shown until now."""
    reason = _reason(reason)
    with transaction.atomic():
        _check(by)
        told = talk.hide(lines, at=now_ms())
        _log_lines(by, Action.HIDE, reason, told)
    async_to_sync(_tell_lines)(told)
    return len(told)


def show_lines(by: User, lines: "QuerySet[ChatLine]", reason: str) -> int:
    """Show hidden lines again; returns how many."""
    reason = _reason(reason)
    with transaction.atomic():
        _check(by)
        told = talk.show(lines)
        _log_lines(by, Action.SHOW, reason, told)
    async_to_sync(_tell_lines)(told)
    return len(told)


# --- Keeping --------------------------------------------------------------------------------------


def _held(by: User, player: Player) -> Player:
    """The player as they are now, held until the act is kept. Raises `NotTheirs`."""
    _check(by)
    rows = Player.objects.select_for_update(of=("self",)).select_related("user")
    found = rows.filter(pk=player.pk, joined_to=None).first()
    if found is None:
        raise NotFound(say("There’s no such player any more."))
    if sentence := why_not(by, found):
        raise NotTheirs(sentence)
    return found


def _check(by: User) -> None:
    if not is_moderator(by):
        raise NotTheirs


def _reason(text: str, *, most: int = MAX_REASON) -> str:
    text = " ".join(text.split())
    if not text:
        raise NeedsReason(say("Say why in a few words. The log keeps it."))
    if len(text) > most:
        raise NeedsReason(say("Use at most {most} characters.", most=most))
    return text


def _log(
    by: User,
    action: Action,
    reason: str,
    *,
    player: Player | None = None,
    game: Game | None = None,
    detail: str = "",
) -> None:
    Entry(
        at_ms=now_ms(),
        moderator_id=by.pk,
        moderator=by.get_username(),
        action=action,
        player="" if player is None else player.slug,
        game="" if game is None else game.slug,
        detail=detail,
        reason=reason,
    ).save()


def _log_lines(by: User, action: Action, reason: str, lines: list[talk.StoredLine]) -> None:
    for line in lines:
        Entry(
            at_ms=now_ms(),
            moderator_id=by.pk,
            moderator=by.get_username(),
            action=action,
            player=line.part.author.player,
            game=line.game,
            line=line.part.id,
            reason=reason,
        ).save()


def muted_until(player: Player) -> datetime | None:
    """Until when a player is muted; None if they may speak, `FOR_GOOD` if for good."""
    until = player.silenced_until
    return until if until is not None and until > datetime.now(UTC) else None


# --- Telling --------------------------------------------------------------------------------------


async def _tell_lines(lines: list[talk.StoredLine]) -> None:
    current().part(ChatFeed).tell(lines)


async def _tell_names(slugs: list[str]) -> None:
    await current().keys.tell_changed(slugs, by_others=True)


async def _tell_closed(player: Player) -> None:
    hub = current()
    hub.people.tell_changed(players=[player.pk])
    await leaving.resign_all(hub, player)
    await challenges.end_all_to(hub, player, at=now_ms())
    slugs = [
        slug
        async for slug in Game.objects.filter(seats__player=player)
        .order_by("-changed_ms")
        .values_list("slug", flat=True)[: joining.MOST_TOLD]
    ]
    await hub.keys.tell_changed(slugs)
