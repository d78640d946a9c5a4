"""`{% seal slug %}` draws a player's seal; `{% seal slug is_bot %}` a robot where it is a bot."""

from django import template

from games.pages import seals

register = template.Library()


@register.simple_tag
def seal(slug: str, is_bot: bool = False) -> str:
    """The seal of the player of this name in links; without a name nothing is drawn."""
    if is_bot:
        return seals.ROBOT
    return seals.drawn(seals.seal(slug)) if slug else ""
