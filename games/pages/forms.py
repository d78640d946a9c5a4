"""What people fill in: a new game."""

from collections.abc import Mapping
from typing import Any

from django import forms

from games import mnk
from games.lobby.invitations import RANDOM, Draft
from games.lobby.pairing import Seek
from games.play.models import Game
from games.play.requested import (
    CUSTOM,
    MOST_NAMES,
    requested_clock,
    requested_opening,
    typed_board,
    typed_delay,
)
from games.play.series import LENGTHS, requested_series
from games.play.terms import RANGES
from games.play.watching import Visibility, Watching
from games.players import bots
from games.say import later, say

DEFAULT_PRESET = "15x15"
FEATURED = {
    "3x3": later("Tic-tac-toe"),
    "7x7": later("Small"),
    "10x10": later("Medium"),
    "15x15": later("Gomoku"),
    "19x19": later("Large"),
}
"""The boards that are offered first, in one word each; the others are one press away."""
DEFAULT_BOT = "casual"
"""The opponent offered first: people with some practice win against it, and lose."""


class BoardForm(forms.Form):
    """A board from a list, or custom."""

    preset = forms.CharField(max_length=20)
    # What the server tells a page while it is filled in (`games.api.checks`) is read alike.
    width = forms.CharField(required=False, max_length=20)
    height = forms.CharField(required=False, max_length=20)
    k = forms.CharField(required=False, max_length=20)
    line_rule = forms.CharField(required=False, max_length=20)
    blocked = forms.CharField(required=False, max_length=MOST_NAMES)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            board = typed_board(**{name: cleaned[name] for name in _OF_VARIANT})
            self._refuse(board.wrong)
            cleaned["variant"] = board.variant
        return cleaned

    def _refuse(self, wrong: Mapping[str, str]) -> None:
        for field, sentence in wrong.items():
            self.add_error(field, sentence)


class NewGameForm(BoardForm):
    """A game to be played: a board and a clock, each from a list or custom, a side, an opponent."""

    opening = forms.CharField(required=False, max_length=20)
    """An opening rule; empty for none."""
    clock = forms.CharField(required=False, max_length=20)
    """A clock's text; `custom` for the next field's; empty for none."""
    clock_text = forms.CharField(required=False, max_length=40)
    side = forms.ChoiceField(
        choices=[(choice, choice) for choice in ("black", "white", RANDOM)], required=False
    )
    opponent = forms.CharField(required=False, max_length=40)
    """A bot; it plays unless the button that was pressed invites a person."""
    invite = forms.ChoiceField(choices=[("link", "link"), ("open", "open")], required=False)
    first = forms.CharField(required=False, max_length=4)
    """The square of the first stone, where Black begins against a bot by pressing it."""
    visibility = forms.ChoiceField(
        choices=[(kind.value, kind.value) for kind in Visibility], required=False
    )
    rated = forms.BooleanField(required=False)
    """Whether it counts, if it is played by two people."""
    best_of = forms.TypedChoiceField(
        choices=[(str(games), str(games)) for games in (1, *LENGTHS)],
        coerce=int,
        empty_value=None,
        required=False,
    )
    """How many games two people play at most."""
    rating_range = forms.TypedChoiceField(
        choices=[(str(points), str(points)) for points in RANGES],
        coerce=int,
        empty_value=None,
        required=False,
    )
    """How far from their own the rating of anyone taking an open seat may be; empty for any."""
    delay_seconds = forms.CharField(required=False, max_length=20)
    delay_moves = forms.CharField(required=False, max_length=20)

    @property
    def draft(self) -> Draft:
        """The game of a valid form."""
        data = self.cleaned_data
        bot = data.get("bot")
        is_open = bot is None and data["invite"] == "open"
        return Draft(
            variant=data["variant"],
            control=data["control"],
            watching=data["watching"],
            side=data["side"] or RANDOM,
            bot=bot,
            listed=is_open,
            rated=data["rated"] and bot is None,
            points=data["rating_range"] if is_open else None,
            series=requested_series(data["best_of"]) if bot is None else None,
            opening=data["opening"],
            first=int(data["first"]) if data["first"].isdecimal() and bot is not None else None,
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if "variant" in cleaned:
            self._read_clock(cleaned)
            self._read_watching(cleaned)
            self._read_rest(cleaned, cleaned["variant"])
        return cleaned

    def _read_rest(self, cleaned: dict[str, Any], variant: mnk.Variant | None) -> None:
        """What depends on the board."""
        if variant is None:
            return
        try:
            cleaned["opening"] = requested_opening(
                cleaned["opening"] or mnk.OpeningRule.NONE.value, variant
            )
        except mnk.OpeningImpossible as error:
            self.add_error(error.field, error.sentence)
        if cleaned["opponent"] and not cleaned["invite"]:
            try:
                cleaned["bot"] = bots.opponent(cleaned["opponent"], variant)
            except bots.NoSuchBot as error:
                self.add_error(error.field, error.sentence)

    def _read_clock(self, cleaned: dict[str, Any]) -> None:
        chosen, typed = cleaned["clock"], cleaned["clock_text"]
        # Without scripts the text field is always there: what is typed counts, unless a clock of
        # the list was chosen.
        is_custom = chosen == CUSTOM or (typed and not chosen)
        text = typed if is_custom else chosen or None
        try:
            cleaned["control"] = requested_clock(text)
        except mnk.TimeControlError as error:
            self.add_error("clock_text" if is_custom else "clock", error.sentence)

    def _read_watching(self, cleaned: dict[str, Any]) -> None:
        visibility = Visibility(cleaned["visibility"] or Visibility.PUBLIC)
        if cleaned["invite"] == "open" and visibility is not Visibility.PUBLIC:
            self.add_error(
                "visibility",
                say("Open games are public. Invite a friend by link instead."),
            )
        late = typed_delay(cleaned["delay_seconds"], cleaned["delay_moves"])
        self._refuse(late.wrong)
        if late.delay is not None:
            cleaned["watching"] = Watching(visibility, delay=late.delay)


PAIR_CONTROLS = [control for control in mnk.TIME_CONTROLS if not control.is_slow]
"""A player who waits at the board has come for a game that is played in one go."""

START_PAIR = {"preset": DEFAULT_PRESET, "clock": "5+3", "controls": PAIR_CONTROLS}
"""What the row for quick pairing shows at first."""


class PairForm(forms.Form):
    """What somebody wants to play at once: a board and a clock from the lists, and an opening."""

    preset = forms.ChoiceField(choices=[(preset, preset) for preset in mnk.PRESETS])
    clock = forms.ChoiceField(
        choices=[(control.text, control.text) for control in PAIR_CONTROLS], required=False
    )
    """A clock's text; empty for none."""
    opening = forms.CharField(required=False, max_length=20)
    """An opening rule; empty for none."""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            variant = mnk.PRESETS[cleaned["preset"]].variant
            control = requested_clock(cleaned["clock"] or None)
            try:
                opening = requested_opening(
                    cleaned["opening"] or mnk.OpeningRule.NONE.value, variant
                )
            except mnk.OpeningImpossible as refusal:
                self.add_error("opening", refusal.sentence)
            else:
                cleaned["seek"] = Seek(variant, control, opening)
        return cleaned


_OF_VARIANT = ("preset", "width", "height", "k", "line_rule", "blocked")


def asked(query: Mapping[str, str]) -> dict[str, str]:
    """The board and opening that a link to the home page chooses, as fields; empty if it names none
    of ours."""
    preset, opening = query.get("preset", ""), query.get("opening", "")
    fields = {"opening": opening} if opening in list(mnk.OpeningRule) else {}
    if preset == CUSTOM:
        return fields | {name: query[name][:MOST_NAMES] for name in _OF_VARIANT if query.get(name)}
    return fields | ({"preset": preset} if preset in mnk.PRESETS else {})


START = {
    "preset": DEFAULT_PRESET,
    "opponent": DEFAULT_BOT,
    "width": 9,
    "height": 9,
    "k": 5,
    "line_rule": mnk.LineRule.FREESTYLE.value,
    "blocked": "",
    "opening": mnk.OpeningRule.NONE.value,
    "clock": "",
    "clock_text": "",
    "side": RANDOM,
    "visibility": Visibility.PUBLIC.value,
    "delay_seconds": 0,
    "delay_moves": 0,
    "rated": False,
    "best_of": 1,
    "rating_range": "",
}
"""What the form of a fresh page shows."""


def shown_fields(form: BoardForm) -> dict[str, Any]:
    """What a form shows: what was sent, or else what it began with."""
    return {**START, **form.initial, **{name: form[name].value() for name in form.fields}}


def terms_fields(game: Game) -> dict[str, Any]:
    """A game as the fields of a form: whoever suggests another one begins with it."""
    variant, control = game.variant, game.control
    presets = [key for key, preset in mnk.PRESETS.items() if preset.variant == variant]
    clock = "" if control is None else control.text
    is_listed = control is None or control in mnk.TIME_CONTROLS
    return {
        "preset": presets[0] if presets else CUSTOM,
        "width": variant.width,
        "height": variant.height,
        "k": variant.k,
        "line_rule": variant.line_rule.value,
        "blocked": " ".join(mnk.name(square, variant) for square in variant.blocked),
        "opening": game.opening,
        "clock": clock if is_listed else CUSTOM,
        "clock_text": "" if is_listed else clock,
        "rated": game.rated,
        "best_of": game.series_of or 1,
        "visibility": game.visibility,
    }
