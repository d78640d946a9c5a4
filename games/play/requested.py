"""A game as forms and programs ask for it: checked field by field."""

from games import mnk
from games.say import say

CUSTOM = "custom"
"""The preset of those who state width, height, k and line rule themselves."""


def requested_variant(
    *, preset: str, width: int | None, height: int | None, k: int | None, line_rule: str
) -> mnk.Variant:
    """The variant of a preset, or the custom one; raises `mnk.VariantError` with the field."""
    if preset != CUSTOM:
        try:
            return mnk.PRESETS[preset].variant
        except KeyError:
            raise mnk.VariantError(
                "preset",
                say(
                    "There is no preset {preset}: choose one of the list.",
                    preset=repr(preset[:20]),
                ),
            ) from None
    try:
        rule = mnk.LineRule(line_rule)
    except ValueError:
        rules = ", ".join(rule.value for rule in mnk.LineRule)
        raise mnk.VariantError(
            "line_rule", say("line_rule must be one of {rules}.", rules=rules)
        ) from None
    if width is None:
        raise mnk.VariantError("width", say("width must be a whole number."))
    if height is None:
        raise mnk.VariantError("height", say("height must be a whole number."))
    only = rule.k_of(width, height)
    k = k if only is None else only  # where k follows from the board, whatever was stated
    if k is None:
        raise mnk.VariantError("k", say("k must be a whole number."))
    return mnk.Variant(width, height, k, rule)


def requested_clock(text: str | None) -> mnk.TimeControl | None:
    """The control behind a text like `5+3`; None without one. Raises `mnk.TimeControlError`."""
    return None if text is None else mnk.time_control_from_text(text)
