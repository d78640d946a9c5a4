"""What can happen to a game, played through the real sockets: material for the laws."""

from collections.abc import Awaitable, Callable
from typing import Any

from games import mnk
from games.play import models
from games.play.clock import now_ms
from games.play.hub import current
from games.play.series import Series
from games.play.services import rating
from games.play.terms import Terms
from tests.people import Message, Person, Table, all_hear
from tests.play.law import Case

DRAWN = "a1a3b3c3c1b1c2b2a2"
"""Nine moves on 3x3 without a line; well before the last, nobody can complete one any more."""
DEAD_AT = 6
"""How many moves of `DRAWN` make a dead board."""


class Play:
    """A game in which Eve asks for the snapshot after each thing that happens."""

    def __init__(self, game: models.Game, alice: Person, bob: Person, eve: Person) -> None:
        self.game = game
        self.alice, self.bob, self.eve = alice, bob, eve
        self.snapshots: list[Message] = [eve.heard[-1]]
        self.messages: list[Message] = []

    async def happens(self, person: Person, type: str, **fields: Any) -> Message:
        """Somebody sends a command that is carried out; everybody hears."""
        await person.says(type, **fields)
        message = await all_hear(self.alice, self.bob, self.eve)
        self.messages.append(message)
        self.snapshots.append(await self.eve.sees_afresh())
        return message

    async def plays(self, names: str) -> None:
        """Alice and Bob play these squares in turn."""
        for square in mnk.moves_from_text(names, self.game.variant):
            ply = len(self.snapshots[-1]["moves"])
            mover = (self.alice, self.bob)[ply % 2]
            await self.happens(mover, "playMove", ply=ply, square=square)

    async def places(self, person: Person, names: str) -> None:
        """Somebody places stones, one after the other."""
        for square in mnk.moves_from_text(names, self.game.variant):
            ply = len(self.snapshots[-1]["moves"])
            await self.happens(person, "playMove", ply=ply, square=square)

    def cases(self) -> list[Case]:
        """From every version to the last; the two messages before it are heard once more."""
        snapshots = [{**snapshot, "now": 0} for snapshot in self.snapshots]
        return [
            Case(snapshot, self.messages[max(0, at - 2) :], snapshots[-1])
            for at, snapshot in enumerate(snapshots)
        ]


async def black_wins(play: Play) -> None:
    await play.plays("a1a2b1b2c1")


async def white_wins(play: Play) -> None:
    await play.plays("a1a2b1b2a3c2")


async def the_board_is_full(play: Play) -> None:
    await play.plays(DRAWN)


async def a_dead_game_is_claimed(play: Play) -> None:
    await play.plays(DRAWN[: 2 * DEAD_AT])
    await play.happens(play.alice, "claimDraw")


async def a_dead_game_is_resigned(play: Play) -> None:
    await play.plays(DRAWN[: 2 * DEAD_AT])
    await play.happens(play.bob, "resign")


async def a_draw_is_agreed(play: Play) -> None:
    await play.plays("a1b2")
    await play.happens(play.alice, "offer draw")
    await play.happens(play.bob, "accept draw")


async def a_draw_is_declined_and_offered_back(play: Play) -> None:
    await play.plays("a1")
    await play.happens(play.alice, "offer draw")
    await play.happens(play.bob, "decline draw")
    await play.happens(play.bob, "offer draw")
    await play.happens(play.alice, "offer draw")


async def an_offer_lapses(play: Play) -> None:
    await play.plays("a1")
    await play.happens(play.alice, "offer draw")
    await play.plays("b2c3")
    await play.happens(play.bob, "offer draw")
    await play.happens(play.bob, "resign")


async def black_resigns(play: Play) -> None:
    await play.plays("a1b2")
    await play.happens(play.alice, "resign")


async def the_game_is_aborted(play: Play) -> None:
    await play.plays("a1")
    await play.happens(play.bob, "abort")


async def both_place_either_kind(play: Play) -> None:
    await play.plays("ob2xa1xc3")
    await play.happens(play.alice, "offer takeback")
    await play.happens(play.bob, "accept takeback")
    await play.plays("oc3oa3oc1")


async def a_rematch_is_agreed(play: Play) -> None:
    await play.plays("a1a2b1b2c1")
    await play.happens(play.alice, "offer rematch")
    await play.happens(play.bob, "decline rematch")
    await play.happens(play.bob, "offer rematch")
    await play.happens(play.bob, "cancel rematch")
    await play.happens(play.bob, "offer rematch")
    await play.happens(play.alice, "offer rematch")


async def a_rematch_after_an_agreed_draw(play: Play) -> None:
    await play.happens(play.bob, "offer draw")
    await play.happens(play.alice, "accept draw")
    await play.happens(play.bob, "offer rematch")
    await play.happens(play.alice, "offer rematch")


async def a_move_is_taken_back(play: Play) -> None:
    await play.plays("a1")
    await play.happens(play.alice, "offer takeback")
    await play.happens(play.bob, "accept takeback")
    await play.plays("b2a1c3")
    await play.happens(play.alice, "offer draw")
    await play.happens(play.bob, "offer takeback")
    await play.happens(play.bob, "cancel takeback")
    await play.happens(play.bob, "offer takeback")
    await play.happens(play.alice, "offer takeback")
    await play.plays("c1")


async def the_clock_is_paused_and_fed(play: Play) -> None:
    await play.plays("a1")
    await play.happens(play.bob, "addTime")
    await play.plays("b2c3")
    await play.happens(play.alice, "offer draw")
    await play.happens(play.alice, "offer pause")
    await play.happens(play.bob, "accept pause")
    await play.happens(play.alice, "addTime")
    await play.happens(play.bob, "offer draw")
    await play.happens(play.bob, "resume")
    await play.plays("c1")
    await play.happens(play.alice, "offer takeback")
    await play.happens(play.bob, "decline takeback")
    await play.happens(play.bob, "offer pause")
    await play.happens(play.alice, "offer pause")
    await play.happens(play.alice, "resign")
    await play.happens(play.bob, "offer rematch")
    await play.happens(play.alice, "accept rematch")


async def hints_are_agreed_and_moves_taken_back(play: Play) -> None:
    await play.happens(play.alice, "offer hints")
    await play.happens(play.bob, "decline hints")
    await play.plays("a1")
    await play.happens(play.bob, "offer hints")
    await play.plays("b2c3")
    await play.happens(play.alice, "offer draw")
    await play.happens(play.alice, "offer hints")
    await play.happens(play.bob, "offer hints")
    await play.happens(play.bob, "decline draw")
    await play.plays("c1a2")
    for _ in range(2):  # to the move at which hints were agreed, and past it
        await play.happens(play.alice, "offer takeback")
        await play.happens(play.bob, "accept takeback")
    await play.plays("b1")


async def squares_are_forbidden_to_black(play: Play) -> None:
    """In renju: they come with a move, go with a takeback, and with the end."""
    await play.plays("h8a1h9a15g10o1f10o15")
    assert [each["square"] for each in play.snapshots[-1]["forbidden"]] == [142]
    await play.happens(play.bob, "offer", what="takeback")
    await play.happens(play.alice, "accept", what="takeback")
    await play.plays("o15")
    await play.happens(play.alice, "resign")


async def bob_takes_black(play: Play) -> None:
    await play.places(play.alice, "h8h9i9")
    await play.happens(play.bob, "choose", ply=3, choice="black")
    await play.places(play.alice, "a1")
    await play.places(play.bob, "a2")
    await play.happens(play.alice, "resign")


async def bob_places_two_more_and_alice_takes_white(play: Play) -> None:
    await play.places(play.alice, "h8h9i9")
    await play.happens(play.alice, "offer draw")
    await play.happens(play.bob, "choose", ply=3, choice="two")
    await play.places(play.bob, "a1a2")
    await play.happens(play.bob, "offer draw")
    await play.happens(play.alice, "choose", ply=5, choice="white")
    await play.places(play.alice, "a3")


async def pro_begins_in_the_centre(play: Play) -> None:
    await play.places(play.alice, "h8")
    await play.places(play.bob, "h9")
    await play.places(play.alice, "a1")
    await play.places(play.bob, "a2")
    await play.happens(play.bob, "offer takeback")
    await play.happens(play.alice, "accept takeback")


async def bob_keeps_one_of_alices_squares(play: Play) -> None:
    await play.places(play.alice, "h8h9h10")
    await play.happens(play.bob, "choose", ply=3, choice="white")
    await play.places(play.bob, "h11")
    await play.happens(play.bob, "choose", ply=4, choice="2")
    await play.happens(play.alice, "choose", ply=4, choice="black")
    await play.happens(play.alice, "choose", ply=4, choice=[0, 1])
    await play.places(play.bob, "b1a15")
    await play.happens(play.alice, "resign")


async def alice_takes_white_and_bob_offers_ten(play: Play) -> None:
    await play.places(play.alice, "h8")
    await play.happens(play.bob, "choose", ply=1, choice="black")
    await play.places(play.alice, "h9")
    await play.happens(play.bob, "choose", ply=2, choice="black")
    await play.places(play.bob, "i10")
    await play.happens(play.alice, "choose", ply=3, choice="white")
    await play.places(play.alice, "k11")
    await play.happens(play.bob, "choose", ply=4, choice="10")
    await play.happens(play.bob, "choose", ply=4, choice=list(range(10)))
    await play.places(play.alice, "j1")
    await play.happens(play.bob, "resign")


async def stones_are_given_and_white_begins(play: Play) -> None:
    await play.places(play.bob, "a1")
    await play.places(play.alice, "o15")
    await play.places(play.bob, "a15")
    await play.happens(play.bob, "offer takeback")
    await play.happens(play.alice, "accept takeback")
    await play.happens(play.bob, "resign")


SCENARIOS: tuple[Callable[[Play], Awaitable[None]], ...] = (
    both_place_either_kind,
    bob_keeps_one_of_alices_squares,
    alice_takes_white_and_bob_offers_ten,
    black_wins,
    white_wins,
    the_board_is_full,
    a_dead_game_is_claimed,
    a_dead_game_is_resigned,
    a_draw_is_agreed,
    bob_takes_black,
    bob_places_two_more_and_alice_takes_white,
    pro_begins_in_the_centre,
    stones_are_given_and_white_begins,
    a_draw_is_declined_and_offered_back,
    an_offer_lapses,
    black_resigns,
    the_game_is_aborted,
    a_rematch_is_agreed,
    a_rematch_after_an_agreed_draw,
    a_move_is_taken_back,
    the_clock_is_paused_and_fed,
    squares_are_forbidden_to_black,
    hints_are_agreed_and_moves_taken_back,
)
CLOCKS: dict[Callable[[Play], Awaitable[None]], str] = {
    the_clock_is_paused_and_fed: "10+2x30s",
    bob_takes_black: "5+3",
    stones_are_given_and_white_begins: "5+3",
    bob_keeps_one_of_alices_squares: "5+3",
    bob_places_two_more_and_alice_takes_white: "10+2x30s",
}
"""The scenarios that need a clock. The others have none."""
BOARDS: dict[Callable[[Play], Awaitable[None]], mnk.Variant] = {
    squares_are_forbidden_to_black: mnk.PRESETS["15x15-renju"].variant,
    both_place_either_kind: mnk.PRESETS["3x3-wild"].variant,
}
"""Those that are not tic-tac-toe."""


OPENINGS: dict[Callable[[Play], Awaitable[None]], mnk.OpeningRule] = {
    bob_takes_black: mnk.OpeningRule.SWAP,
    bob_places_two_more_and_alice_takes_white: mnk.OpeningRule.SWAP2,
    pro_begins_in_the_centre: mnk.OpeningRule.PRO,
    stones_are_given_and_white_begins: mnk.OpeningRule.BALANCED,
    bob_keeps_one_of_alices_squares: mnk.OpeningRule.SOOSORV_8,
    alice_takes_white_and_bob_offers_ten: mnk.OpeningRule.TARAGUCHI_10,
}
"""The scenarios that open by a rule, on a large board."""
SERIES = Series(3, 2, mnk.BySide(0, 2))
"""The games are part of one, so that points go along when sides change."""


async def seat_is_taken(table: Table) -> list[Case]:
    """An invitation that Bob accepts: the one thing that happens without a command."""
    game = await table.invitation(mnk.Side.WHITE)
    eve = await table.sits(game, None)
    before = eve.heard[-1]
    await table.comes(game)
    taken = await eve.hears()
    after = await eve.sees_afresh()
    return [Case(before, [taken], after), Case(after, [taken], after)]


async def a_rated_game_is_counted(table: Table) -> list[Case]:
    """A rated game that white wins: once it is over, both ratings change without a command."""
    game = await table.game(terms=Terms(rated=True))
    play = Play(game, *await table.three(game))
    await white_wins(play)
    assert await rating.count(current(), game.slug, at=now_ms())
    play.messages.append(await all_hear(play.alice, play.bob, play.eve))
    play.snapshots.append(await play.eve.sees_afresh())
    return play.cases()


async def played(table: Table, scenario: Callable[[Play], Awaitable[None]]) -> Play:
    """A scenario played at a table."""
    opening = OPENINGS.get(scenario, mnk.OpeningRule.NONE)
    variant = BOARDS.get(scenario)
    if opening is not mnk.OpeningRule.NONE:
        variant = mnk.PRESETS[opening.says.usual].variant
    game = await table.game(
        variant, clock=CLOCKS.get(scenario), terms=Terms(opening=opening), series=SERIES
    )
    play = Play(game, *await table.three(game))
    await scenario(play)
    return play


async def scenarios(table: Table) -> list[Case]:
    """Every case of every scenario."""
    cases = await seat_is_taken(table) + await a_rated_game_is_counted(table)
    for scenario in SCENARIOS:
        cases += (await played(table, scenario)).cases()
    return cases
