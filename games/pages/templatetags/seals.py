"""`{% seal slug %}` draws a player's seal; `{% seal slug is_bot %}` a robot where it is a bot."""

from django import template

from games.pages import seals

register = template.Library()


@register.inclusion_tag("seal.html")
def seal(slug: str, is_bot: bool = False) -> dict[str, object]:
    """The seal of the player of this name in links; without a name nothing is drawn."""
    return {"seal": seals.seal(slug) if slug and not is_bot else None, "is_bot": is_bot}
