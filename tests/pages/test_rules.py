"""The pages of the rules: each rule and board says what it is, with boards that show it."""

import re
from html import unescape
from urllib.parse import quote_plus

import pytest

from games import mnk
from games.pages import rules
from tests.pages.browser import Browser, Page

pytestmark = pytest.mark.usefixtures("hub")


def _said(page: Page) -> str:
    return " ".join(page.text.split())


async def test_all_rules_and_boards_are_on_one_page() -> None:
    page = await Browser().opens("/rules/")

    said, html = _said(page), page.response.content.decode()
    for rule in mnk.LineRule:
        assert rule.says.about in said
        assert f'href="/rules/{rule.value}/"' in html
    for preset in mnk.PRESETS.values():
        assert preset.about in said
        assert preset.variant.title in said
        assert f'href="/?preset={preset.key}#new-game"' in html
        known = mnk.best_play(preset.variant)
        assert (
            f'<span class="tag known" data-source="{known.source.value}">{known.short}</span>'
            in html
        )
        start = mnk.position_line(mnk.Position.start(preset.variant))
        is_proved = known.source is mnk.BestPlaySource.PROVED
        assert (f'href="/proof?p={quote_plus(start)}"' in html) is is_proved
    for control in mnk.TIME_CONTROLS:
        assert control.title in said
    assert 'id="draws"' in html
    for opening in mnk.OpeningRule:
        if opening is not mnk.OpeningRule.NONE:
            assert opening.says.about in said
            usual = opening.says.usual
            assert opening.is_possible(mnk.PRESETS[usual].variant)
            assert f'href="/?preset={usual}&amp;opening={opening.value}#new-game"' in html


@pytest.mark.parametrize("rule", mnk.LineRule)
async def test_a_rule_shows_what_wins_and_what_does_not(rule: mnk.LineRule) -> None:
    page = await Browser().opens(f"/rules/{rule.value}/")

    said, html = _said(page), page.response.content.decode()
    ends = "lose" if rule.says.completing_loses else "win"
    assert f"What {ends}s" in said
    won, _, open_ones = said.partition(f"What doesn’t {ends}")
    for each in rule.says.examples:
        is_won = mnk.position_drawn(each.board, each.k, rule).has_line(mnk.Side.BLACK)
        assert each.caption in (won if is_won or each.forbidden else open_ones)
    assert html.count('class="line"') >= sum(
        mnk.position_drawn(each.board, each.k, rule).has_line(mnk.Side.BLACK)
        for each in rule.says.examples
    )
    shown = re.findall(r'class="icon (\w+)" [^\n]*</svg><span>([^<]*)</span>', html)
    signs = {(unescape(caption), sign) for sign, caption in shown}
    for each in rule.says.examples:
        is_won = mnk.position_drawn(each.board, each.k, rule).has_line(mnk.Side.BLACK)
        good = "tick" if is_won != rule.says.completing_loses else "cross"
        assert (each.caption, "ban" if each.forbidden else good) in signs
    assert all(each in said for each in rule.says.more)
    boards = [each for each in mnk.PRESETS.values() if each.variant.line_rule is rule]
    assert all(preset.about in said for preset in boards)
    assert f'href="/?preset=custom&amp;line_rule={rule.value}#new-game"' in html
    assert page.tags.count("h1") == 1


@pytest.mark.parametrize("word", ["pente", "FREESTYLE", "freestyle2"])
async def test_a_rule_that_is_not_ours_has_no_page(word: str) -> None:
    await Browser().opens(f"/rules/{word}/", status=404)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("3x3", "With best play it’s a draw (proved)."),
        ("6x5", "With best play, whoever moves first wins in at most 6 moves (proved)."),
        (
            "15x15-exact",
            "With best play, whoever moves first wins "
            "(published: Allis, van den Herik, Huntjens 1993).",
        ),
        ("20x20", "How it ends with best play isn’t known to us."),
    ],
)
def test_how_a_board_ends_is_said_with_who_says_so(key: str, said: str) -> None:
    assert mnk.best_play(mnk.PRESETS[key].variant).sentence == said


def test_the_board_on_which_nobody_can_win_is_one() -> None:
    position = mnk.position_drawn(rules.DEAD, 3)

    assert position.is_dead
    assert not position.is_full


@pytest.mark.parametrize("preset", mnk.PRESETS.values(), ids=lambda preset: preset.key)
def test_each_board_is_drawn_with_a_row_that_wins(preset: mnk.Preset) -> None:
    rules.won_board.cache_clear()
    drawn = rules.won_board(preset.variant)

    assert drawn.strokes
    assert len(drawn.stones) < preset.variant.squares


@pytest.mark.parametrize(
    ("query", "checked"),
    [
        ("preset=7x7", "7x7"),
        ("preset=6x5", "6x5"),
        ("preset=nosuch", "3x3"),
        ("preset=", "3x3"),
        ("", "3x3"),
        ("preset=custom&width=9&height=4&k=4&line_rule=exact", "custom"),
        ("preset=%3Cscript%3E", "3x3"),
    ],
)
async def test_a_link_chooses_the_board_at_home(query: str, checked: str) -> None:
    html = (await Browser().opens(f"/?{query}")).response.content.decode()

    (chosen,) = (
        line for line in html.splitlines() if 'name="preset"' in line and " checked" in line
    )
    assert f'value="{checked}"' in chosen


async def test_a_link_chooses_the_opening_at_home() -> None:
    html = (await Browser().opens("/?preset=15x15&opening=swap2")).response.content.decode()
    assert '<option value="swap2" selected ' in html
    html = (await Browser().opens("/?preset=15x15&opening=swap3")).response.content.decode()
    assert '<option value="none" selected ' in html


async def test_a_link_fills_in_a_board_of_ones_own_and_no_more() -> None:
    query = "preset=custom&width=9&height=4&k=4&line_rule=exact&opponent=perfect&rated=on"
    page = await Browser().opens(f"/?{query}")

    html = page.response.content.decode()
    assert [page.fields[name] for name in ("width", "height", "k")] == ["9", "4", "4"]
    assert '<option value="exact" selected>' in html
    assert '<option value="casual"' in html
    assert 'name="rated" value="on" checked' not in html


async def test_what_a_link_writes_into_a_field_is_only_text() -> None:
    page = await Browser().opens('/?preset=custom&width="><b>9')

    assert page.fields["width"] == '"><b>9'


def test_a_board_more_than_twice_as_wide_as_high_gets_more_room() -> None:
    shown = rules._examples(mnk.LineRule.CONNECT6)

    assert [each.is_wide for each in shown] == [False, True, False]  # 8×4, 9×4, 8×4
