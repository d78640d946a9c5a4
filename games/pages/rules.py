"""The pages of the rules: all rules and boards, and a page for each rule.

They read what the rules and boards say of themselves (`games.mnk`): a new one appears by itself.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import mnk
from games.pages import boards, proofs
from games.players.identify import player_of


@dataclass(frozen=True, slots=True)
class RuleCard:
    """A rule at a glance."""

    rule: mnk.LineRule
    board: boards.BoardPicture


@dataclass(frozen=True, slots=True)
class BoardCard:
    """A board that people choose from."""

    preset: mnk.Preset
    board: boards.BoardPicture
    best_play: mnk.BestPlay
    """How it ends if nobody makes a mistake, and who says so."""
    play: str
    """Where it is played."""
    proof: str
    """The page of its proof; empty if it isn't proved here."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A board that shows what a rule means."""

    board: boards.BoardPicture
    caption: str
    is_wide: bool
    """Whether it shows little more than a row."""
    has_line: bool
    """Whether it is over by a line."""
    is_good: bool
    """Whether X would have it so: a line, or none where completing one loses."""
    is_banned: bool
    """Whether it shows where black may not play."""


@never_cache
@require_safe
async def every_rule(request: HttpRequest) -> HttpResponse:
    """What wins, every board, draws, and what happens during a game."""
    await player_of(request.session)
    context = {
        "rules": rule_cards(),
        "boards": [_board_card(preset) for preset in mnk.PRESETS.values()],
        "openings": [
            {"rule": each, "play": _play({"preset": each.says.usual, "opening": each.value})}
            for each in mnk.OpeningRule
            if each is not mnk.OpeningRule.NONE
        ],
        "controls": mnk.TIME_CONTROLS,
        "dead": _dead_board(),
        "largest": mnk.MAX_SIZE,
    }
    return render(request, "rules.html", context)


@never_cache
@require_safe
async def rule(request: HttpRequest, word: str) -> HttpResponse:
    """One rule: what wins, what does not, and on which boards it is played."""
    try:
        shown = mnk.LineRule(word)
    except ValueError:
        raise Http404 from None
    await player_of(request.session)
    examples = list(_examples(shown))
    context = {
        "rule": shown,
        "lines": [each for each in examples if each.has_line],
        "banned": [each for each in examples if each.is_banned],
        "open": [each for each in examples if not (each.has_line or each.is_banned)],
        "boards": [
            _board_card(preset)
            for preset in mnk.PRESETS.values()
            if preset.variant.line_rule is shown
        ],
        "custom": _play({"preset": "custom", "line_rule": shown.value}),
        "others": [each for each in rule_cards() if each.rule is not shown],
    }
    return render(request, "rule.html", context)


def rule_cards() -> list[RuleCard]:
    """Every rule, with the first of its boards."""
    return [RuleCard(each, _small(each)) for each in mnk.LineRule]


def _board_card(preset: mnk.Preset) -> BoardCard:
    variant = preset.variant
    return BoardCard(
        preset,
        won_board(variant),
        mnk.best_play(variant),
        _play({"preset": preset.key}),
        proofs.of_start(variant),
    )


def _play(choice: dict[str, str]) -> str:
    """The home page with a board chosen."""
    return f"{reverse('home')}?{urlencode(choice)}#new-game"


def _examples(rule: mnk.LineRule) -> Iterator[Shown]:
    """The boards of a rule."""
    for each in rule.says.examples:
        position = mnk.position_drawn(each.board, each.k, rule, mnk.Side.BLACK)
        banned = {each.forbidden} if each.forbidden else ()
        forbidden = [mnk.square(name, position.variant) for name in banned]
        drawn = boards.draw(position, names=False, light=False, forbidden=forbidden)
        is_wide = position.variant.width > 2 * position.variant.height
        has_line = any(map(position.has_line, mnk.Side))
        is_good = has_line is not rule.says.completing_loses
        yield Shown(drawn, each.caption, is_wide, has_line, is_good, is_banned=bool(each.forbidden))


@cache
def _small(rule: mnk.LineRule) -> boards.BoardPicture:
    example = rule.says.examples[0]
    return boards.draw(mnk.position_drawn(example.board, example.k, rule), small=True)


@cache
def won_board(variant: mnk.Variant) -> boards.BoardPicture:
    """A small board with a row in its middle, and stones that did not stop it."""

    def off_centre(square: mnk.Square) -> float:
        row, column = divmod(square, variant.width)
        return abs(2 * column - variant.width + 1) + abs(2 * row - variant.height + 1)

    def squares_of(line: mnk.Line) -> list[mnk.Square]:
        return [square for square in range(variant.squares) if line[0] >> square & 1]

    def how_good(line: list[mnk.Square]) -> tuple[int, float]:
        up = sum(square // variant.width for square in line) if variant.line_rule.says.falls else 0
        return up, sum(map(off_centre, line))

    row = min(map(squares_of, mnk.lines(variant.of(mnk.Side.BLACK))), key=how_good)
    others = sorted(set(range(variant.squares)).difference(row), key=off_centre)
    position, mine, theirs = mnk.Position.start(variant), iter(row), iter(others[::2])
    while not position.has_line(mnk.Side.BLACK):
        if position.side_to_move is mnk.Side.BLACK:
            position = position.play(next(mine))
        else:
            playable = position.playable_squares()
            stays = (square for square in (next(theirs), *others) if square in playable)
            # Stones of either kind: these are O, as they are elsewhere.
            stone = mnk.move_to(next(stays), position.side_to_move, variant)
            position = position.play(stone)
    return boards.draw(position, small=True)


DEAD: Final = """
    X O X
    X O O
    O X .
"""
"""A board on which nobody can make a row any more."""


@cache
def _dead_board() -> boards.BoardPicture:
    return boards.draw(mnk.position_drawn(DEAD, 3), names=False, light=False)
