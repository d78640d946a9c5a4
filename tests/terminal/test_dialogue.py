"""Alice plays Robo at a terminal made of lists: what she is asked, what she is told."""

from collections.abc import Iterator, Sequence
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import evaluator, mnk
from games.terminal.command import Table, heading, main
from games.terminal.dialogue import Computer, Left, Person, Players, play
from games.terminal.setup import FIRST_FREE, Setup, WrongArguments, level_of, side_of
from tests.mnk import strategies

SMALL = mnk.Variant(3, 3, 3)


class Paper:
    """A terminal that answers from a list and remembers what was said."""

    def __init__(self, answers: Sequence[str]) -> None:
        self.answers: Iterator[str] = iter(answers)
        self.said: list[str] = []
        self.shown: list[mnk.GameState] = []
        self.thought: list[mnk.GameState] = []

    def show(self, game: mnk.GameState, news: Sequence[str]) -> None:
        self.shown.append(game)
        self.said += news

    def show_thinking(self, game: mnk.GameState) -> None:
        self.thought.append(game)

    def say(self, sentence: str) -> None:
        self.said.append(sentence)

    def ask(self, prompt: str) -> str:
        self.said.append(prompt)
        try:
            return next(self.answers) + "\n"
        except StopIteration:
            raise EOFError from None


def robo(level: evaluator.Level = FIRST_FREE, variant: mnk.Variant = SMALL) -> Computer:
    return Computer(Setup(variant, level, mnk.Side.BLACK, seed=1).move)


def played(answers: str, players: Players, variant: mnk.Variant = SMALL) -> list[str]:
    paper = Paper(answers.split(","))
    play(mnk.GameState.start(variant), players, paper)
    return paper.said


def test_black_of_renju_is_told_what_is_forbidden_and_why() -> None:
    renju = mnk.PRESETS["15x15-renju"].variant
    answers = "h8,a1,h9,a15,g10,o1,f10,o15,h10,b1,q"
    paper = Paper(answers.split(","))
    with pytest.raises(Left):
        play(mnk.GameState.start(renju), mnk.BySide(Person(), Person()), paper)

    assert "Forbidden to X: h10" in paper.said
    assert "h10 makes two open threes: forbidden to Black in renju. Choose another square." in (
        paper.said
    )
    assert paper.shown[-1].ply == 9


def test_a_stone_in_the_air_is_refused_at_the_keyboard_with_where_it_would_fall() -> None:
    paper = Paper("d3 d1 q".split())

    with pytest.raises(Left):
        play(
            mnk.GameState.start(mnk.PRESETS["7x6-gravity"].variant),
            mnk.BySide(Person(), Person()),
            paper,
        )

    assert "The stone would fall to d1. Play there." in paper.said


def test_in_misere_whoever_completes_a_row_loses_at_the_keyboard_too() -> None:
    paper = Paper("b3".split())
    misere = mnk.PRESETS["3x3-misere"].variant
    game = mnk.GameState.replay(misere, mnk.moves_from_text("b1a1b2c3", misere))
    over = play(game, mnk.BySide(Person(), robo()), paper)

    assert over.outcome == mnk.Outcome(mnk.Side.WHITE, mnk.Termination.LINE)
    assert paper.said[-1] == "Computer wins"


def test_alice_beats_the_first_free_square() -> None:
    assert played("4,5,6", mnk.BySide(Person(), robo())) == [
        "Your move: ",
        "Computer plays: 1",
        "Your move: ",
        "Computer plays: 2",
        "Your move: ",
        "Game over",
        "You win",
    ]


def test_alice_loses_as_white() -> None:
    assert played("4,5", mnk.BySide(robo(), Person()))[-3:] == [
        "Computer plays: 3",
        "Game over",
        "Computer wins",
    ]


def test_alice_and_bob_share_a_keyboard_and_nobody_wins() -> None:
    said = played("5,1,3,7,4,6,2,8,9", mnk.BySide(Person(), Person()))

    assert said[:2] == ["Your move, X: ", "Your move, O: "]
    assert said[-2:] == ["Game over", "Draw"]


def test_bob_wins_with_o() -> None:
    said = played("1,4,2,5,9,6", mnk.BySide(Person(), Person()))

    assert said[-2:] == ["Game over", "O wins"]


@pytest.mark.parametrize("text", ["", "x", "99", "0", "1", "5 5", "d", "-3", "\x1b[A", "four"])
def test_alice_is_asked_again_until_her_move_is_legal(text: str) -> None:
    """Robo has taken 1 by then; nobody can claim a draw yet."""
    assert played(f"4,{text},{text},5,6", mnk.BySide(Person(), robo()))[2:7] == [
        "Your move: ",
        "Illegal move. Try again.",
        "Your move: ",
        "Illegal move. Try again.",
        "Your move: ",
    ]


def test_a_square_of_a_large_board_is_called_by_its_number_and_name() -> None:
    variant = mnk.Variant(15, 15, 5)
    paper = Paper(["h8", "q"])
    with pytest.raises(Left):
        play(mnk.GameState.start(variant), mnk.BySide(Person(), robo(variant=variant)), paper)

    assert "Computer plays: 1 (a15)" in paper.said
    assert mnk.name(paper.shown[-1].moves[0], variant) == "h8"


def test_a_square_of_a_board_of_nine_by_nine_is_called_by_its_number_alone() -> None:
    variant = mnk.Variant(9, 9, 5)
    paper = Paper(["e5", "q"])
    with pytest.raises(Left):
        play(mnk.GameState.start(variant), mnk.BySide(Person(), robo(variant=variant)), paper)

    assert "Computer plays: 1" in paper.said
    assert [game.ply for game in paper.thought] == [1]


def test_a_draw_is_claimed_once_no_line_is_possible() -> None:
    said = played("2,3,d", mnk.BySide(Person(), Person()), mnk.Variant(4, 1, 3))

    assert said[-4:] == [
        "Nobody can make a line any more: type d to claim the draw.",
        "Your move, X: ",
        "Game over",
        "Draw",
    ]


@pytest.mark.parametrize("word", ["q", "Q", " quit "])
def test_q_leaves(word: str) -> None:
    with pytest.raises(Left):
        played(word, mnk.BySide(Person(), robo()))


@pytest.mark.timeout(300)
@pytest.mark.parametrize("side", mnk.Side, ids=lambda side: side.word)
@pytest.mark.parametrize("level", evaluator.every_level(), ids=lambda level: level.key)
def test_every_level_plays_to_the_end(level: evaluator.Level, side: mnk.Side) -> None:
    """Alice types every number in turn; a taken one is illegal and she goes on."""
    setup = Setup(SMALL, level, side, seed=3, nodes=2000)
    setup.load()
    people: Players = mnk.BySide(Person(), Person())
    paper = Paper([str(number) for number in range(1, 10)])
    game = play(mnk.GameState.start(SMALL), people.having(side.other, Computer(setup.move)), paper)

    assert game.is_over
    assert "Game over" in paper.said


@strategies.law
@given(st.lists(strategies.texts | st.text(alphabet="123456789qd", max_size=2), max_size=12))
def test_whatever_alice_types_the_game_goes_on_or_she_has_left(answers: list[str]) -> None:
    paper = Paper(answers)
    try:
        game = play(mnk.GameState.start(SMALL), mnk.BySide(Person(), robo()), paper)
    except (Left, EOFError):
        return
    assert game.is_over


@strategies.law
@given(strategies.texts, st.integers(0, 3))
def test_any_stream_of_text_leaves_plain_boards_and_status_0(text: str, before: int) -> None:
    out = StringIO()
    status = main(["--seed", "1"], StringIO("4\n" * before + text), out)

    assert status == 0
    assert "\x1b" not in out.getvalue()
    assert out.getvalue().endswith("Bye.\n")
    assert out.getvalue().startswith("3×3, three in a row. You: X. Computer: O, First free square.")


@strategies.law
@given(st.lists(st.sampled_from(["--variant", "--level", "--side", "--two", "--seed", "3", "x",
                                 "--aggressiveness", "nan", "1e400", "0.5", "-1", "--nodes", "0",
                                 "99x99x9", "3x5-full", "random", "aggressive", "--help"]) |
                st.text(max_size=5), max_size=5))  # fmt: skip
def test_any_command_line_is_played_or_refused_in_a_sentence(arguments: list[str]) -> None:
    assert main(arguments, StringIO("q\n"), StringIO()) in (0, 2)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--side", "up"], "“up” is no side: choose black, white or random."),
        (["--variant", "3x"], "“3x” isn’t a board. Write one of 3x3, 4x4"),
        (["--variant", "3x3x4"], "A row must be from 1 to 3 long on this board, not 4."),
        (["--level", "oracle"], "There is no level “oracle”: choose one of first-free, random"),
        (["--level", "random", "--aggressiveness", "1"], "leave one of them out."),
        (["--aggressiveness", "nan"], "--aggressiveness must be a number from 0 to 1000"),
        (["--two", "--level", "random"], "With --two nobody plays at a level"),
        (["--seed", "x"], "Argument --seed: invalid int value: 'x'. See --help."),
        (["--nodes", "0"], "--nodes must be more than zero."),
        (["--colour"], "Unrecognized arguments: --colour. See --help."),
    ],
)
def test_wrong_arguments_are_refused_in_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = StringIO()

    assert main(arguments, StringIO(), out) == 2
    refusal = capsys.readouterr().err
    assert sentence in refusal
    assert refusal.count("\n") == 1
    assert out.getvalue() == ""


def test_the_list_names_every_variant_and_level() -> None:
    out = StringIO()

    assert main(["--list"], StringIO(), out) == 0
    for key in [*mnk.PRESETS, *(level.key for level in evaluator.every_level())]:
        assert f"\n  {key} " in out.getvalue()


@pytest.mark.parametrize(
    ("key", "aggressiveness", "found"),
    [
        (None, None, "first-free"),
        ("aggressive", None, "aggressive-0.8"),
        ("aggressive-0.5", None, "aggressive-0.5"),
        ("aggressive", 0.9, "aggressive-0.9"),
        (None, 0.5, "aggressive-0.5"),
        ("perfect", None, "perfect"),
    ],
)
def test_a_level_is_found(key: str | None, aggressiveness: float | None, found: str) -> None:
    assert level_of(key, aggressiveness).key == found


def test_a_side_is_black_white_or_chance() -> None:
    assert side_of("X", 1) is side_of("black", 1) is mnk.Side.BLACK
    assert side_of("o", 1) is side_of("white", 1) is mnk.Side.WHITE
    assert {side_of("random", seed) for seed in range(20)} == set(mnk.Side)
    with pytest.raises(WrongArguments):
        side_of("", 1)


def typed(lines: Sequence[str], *arguments: str) -> str:
    """What is shown while these lines are typed."""
    out = StringIO()
    assert main(arguments, StringIO("".join(f"{line}\n" for line in lines)), out) == 0
    return out.getvalue()


@pytest.mark.parametrize("yes", ["y", "Y", " yes "])
def test_alice_plays_again_until_she_has_had_enough(yes: str) -> None:
    shown = typed(["4", "5", "6", "maybe", yes, "4", "5", "6", "n"])

    assert shown.count("Game over\nYou win\nPlay again? (y/n) ") == 2
    assert shown.count("Type y or n.") == 1
    assert shown.endswith("Play again? (y/n) \nBye.\n")


def test_another_game_has_chances_of_its_own() -> None:
    """The sides are drawn again, and the random level plays differently."""
    every_square = [str(number) for number in range(1, 10)]
    options = ["--level", "random", "--side", "random", "--seed", "2"]
    shown = typed([*every_square, "y", *every_square, "n"], *options)
    games = shown.split("3×3, three in a row. You: ")[1:]

    assert [game[0] for game in games] == ["X", "O"]
    computer = [[line for line in game.splitlines() if "plays" in line] for game in games]
    assert computer[0] != computer[1]
    assert all(computer)


AGGRESSIVE = Setup(mnk.Variant(10, 10, 5), level_of("aggressive", None), mnk.Side.BLACK, seed=1)


def test_another_a_counts_from_the_computers_next_move() -> None:
    """Robo lengthens its own row with A = 0, and with a large A stands in Alice's way."""
    table = Table(AGGRESSIVE)
    computer = table.players().white
    assert isinstance(computer, Computer)
    assert computer.set_aggressiveness is not None
    empty = ["." * 10]
    rows = [*empty * 4, "...XXX....", *empty * 2, "...OO.....", *empty * 2]
    position = mnk.position_from_text("\n".join(rows), AGGRESSIVE.variant, mnk.Side.WHITE)

    played = {}
    for weight in ("0", "1000"):
        said = computer.set_aggressiveness(weight)
        assert said == f"A is {weight} from the computer's next move on."
        played[weight] = mnk.name(computer.choose(position, 5), position.variant)[1:]
    assert played == {"0": "3", "1000": "6"}
    assert "Computer: O, Aggressive (1000)." in heading(table.setup)


def test_an_a_is_kept_for_the_next_game_and_shown_with_it() -> None:
    arguments = ["--variant", "2x2x2", "--aggressiveness", "0.8"]
    shown = typed(["a=0.25", "1", "2", "3", "4", "y", "q"], *arguments)

    assert shown.count("A is 0.25 from the computer's next move on.") == 1
    assert shown.count("Computer: O, Aggressive (0.8).") == 1
    assert shown.count("Computer: O, Aggressive (0.25).") == 1


@pytest.mark.parametrize(
    "wrong", ["A", "A x", "A -1", "a = nan", "A 1e3", "A 0,5", "A ٣", "A 1001"]
)
def test_what_is_no_a_is_refused_with_what_it_may_be(wrong: str) -> None:
    shown = typed([wrong, "a1", "q"], "--variant", "10x10", "--level", "aggressive")

    assert shown.count("A must be a number from 0 to 1000; 0.5 to 1 makes sense.\n") == 1
    assert "Illegal" not in shown
    assert shown.count("Computer plays: ") == 1, "the name of a square is still a move"


@pytest.mark.parametrize("arguments", [(), ("--two",)])
def test_where_nobody_has_an_a_the_level_that_has_one_is_named(arguments: tuple[str, ...]) -> None:
    shown = typed(["A 0.5", "q"], *arguments)

    assert "Only the aggressive level has an A." in shown


def test_the_same_seed_plays_the_same_game() -> None:
    games = []
    for _ in range(2):
        out = StringIO()
        main(["--level", "random", "--seed", "7", "--side", "random"], StringIO("1\n2\n3\n"), out)
        games.append(out.getvalue())

    assert games[0] == games[1]


# Openings


def opened(rule: mnk.OpeningRule, answers: str, players: Players) -> list[str]:
    """What is said while somebody opens by a rule on 15×15, until they leave."""
    paper = Paper([*answers.split(","), "q"])
    with pytest.raises(Left):
        play(mnk.GameState.start(mnk.Variant(15, 15, 5), opening=rule), players, paper)
    return paper.said


def test_two_people_open_by_swap2_at_one_keyboard() -> None:
    assert opened(
        mnk.OpeningRule.SWAP2, "h8,h9,j10,h7,two,c3,m3,o,c13", mnk.BySide(Person(), Person())
    ) == [
        "Place X, 3 to go, first player: ",
        "Place O, 2 to go, first player: ",
        "Place X, 1 to go, first player: ",
        "Choose x, o or two, second player: ",
        "Illegal move. Try again.",
        "Choose x, o or two, second player: ",
        "Place O, 2 to go, second player: ",
        "Place X, 1 to go, second player: ",
        "Choose x or o, first player: ",
        "Your move, O: ",
        "Your move, X: ",
    ]


def test_two_people_offer_squares_and_keep_one_at_one_keyboard() -> None:
    asked = opened(
        mnk.OpeningRule.SOOSORV_8,
        "a1,h8,h9,h10,o,h11,9,2,x,g9 i9,g9 h8,g9 j10,a1,j10,a2",
        mnk.BySide(Person(), Person()),
    )
    assert asked == [
        "Place X, 3 to go, first player: ",
        "The first stone goes in the centre: h8.",
        "Place X, 3 to go, first player: ",
        "Place O, 2 to go, first player: ",
        "Place X, 1 to go, first player: ",
        "Choose x or o, second player: ",
        "Place O, 1 to go, second player: ",
        "Choose 1, 2, 3, 4, 5, 6, 7 or 8, second player: ",
        "Illegal move. Try again.",
        "Choose 1, 2, 3, 4, 5, 6, 7 or 8, second player: ",
        "Choose x or o, first player: ",
        "Offer 2 squares for X, first player: ",
        "g9 and i9 are the same by symmetry. Offer only one of them.",
        "Offer 2 squares for X, first player: ",
        "Illegal move. Try again.",
        "Offer 2 squares for X, first player: ",
        "Keep 97 (g9) or 85 (j10) for X, second player: ",
        "This stone goes on one of the squares offered: g9, j10.",
        "Keep 97 (g9) or 85 (j10) for X, second player: ",
        "Your move, O: ",
        "Your move, X: ",
    ]


def test_the_computer_says_what_it_offers() -> None:
    setup = Setup(
        mnk.PRESETS["15x15-renju"].variant,
        level_of("novice", None),
        mnk.Side.BLACK,
        seed=1,
        nodes=100,
        opening=mnk.OpeningRule.YAMAGUCHI,
    )
    robot = Computer(setup.move, setup.decide)
    said = opened(setup.opening, "h8,h9,h10,2", mnk.BySide(Person(), robot))
    assert said[4].startswith("Computer chooses ")
    robot_opens = opened(
        mnk.OpeningRule.YAMAGUCHI, "o,a15", mnk.BySide(Computer(setup.move, setup.decide), Person())
    )
    assert robot_opens[3].startswith("Computer has Black offer ")
    assert any(line.startswith("Computer offers ") for line in robot_opens)


def test_the_computer_takes_a_side_and_alice_is_told_hers() -> None:
    def decide(opening: mnk.Opening) -> mnk.Choice:
        return mnk.Choice.BLACK

    alone = Computer(lambda position, ply: position.empty_squares()[0], decide)
    said = opened(mnk.OpeningRule.SWAP, "h8,h9,j10,a15", mnk.BySide(Person(), alone))
    assert said[3:6] == ["Computer chooses X.", "You are O.", "Your move: "]
    assert said[-2:] == ["Computer plays: 211 (a1)", "Your move: "]


def test_the_computer_places_two_more_stones_and_alice_chooses() -> None:
    def decide(opening: mnk.Opening) -> mnk.Square | mnk.Choice:
        return next(stones) if mnk.Choice.TWO_MORE not in opening.choices else mnk.Choice.TWO_MORE

    stones = iter((0, 1))
    alone = Computer(lambda position, ply: position.empty_squares()[0], decide)
    said = opened(mnk.OpeningRule.SWAP2, "h8,h9,j10,x", mnk.BySide(Person(), alone))
    assert said[3:7] == [
        "Computer places two more stones.",
        "Computer places O: 211 (a1)",
        "Computer places X: 212 (b1)",
        "Choose x or o: ",
    ]


def test_the_computer_opens_and_says_what_it_places() -> None:
    setup = Setup(
        mnk.Variant(15, 15, 5),
        level_of("novice", None),
        mnk.Side.WHITE,
        seed=1,
        nodes=100,
        opening=mnk.OpeningRule.SWAP,
    )
    robot = Computer(setup.move, setup.decide)
    said = opened(setup.opening, "x", mnk.BySide(robot, Person()))
    assert [line[:18] for line in said[:3]] == [f"Computer places {s}:" for s in "XOX"]
    assert said[3] == "Choose x or o: "


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--opening", "swap2"], "rows of four or more"),
        (["--variant", "15x15", "--opening", "swap3"], "no opening"),
        (["--variant", "6x5", "--opening", "balanced"], "no balanced openings for 6×5"),
    ],
)
def test_an_opening_that_cannot_be_is_refused(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments, StringIO(), StringIO()) == 2
    assert words in capsys.readouterr().err


def test_five_stones_are_given_and_white_begins() -> None:
    out = StringIO()
    asked = ["--variant", "15x15", "--opening", "balanced", "--seed", "3"]

    assert main([*asked, "--two"], StringIO("q\n"), out) == 0
    assert "balanced opening. O begins." in out.getvalue()
    assert "The opening is given: five stones." in out.getvalue()

    robo = StringIO()
    assert main([*asked, "--level", "first-free"], StringIO("q\n"), robo) == 0  # you are Black
    assert "Computer plays: 1 (a15)" in robo.getvalue()


def test_where_a_turn_has_two_stones_the_prompt_says_which_one_is_next() -> None:
    paper = Paper("a1 b1 c1 d1 q".split())

    with pytest.raises(Left):
        play(
            mnk.GameState.start(mnk.Variant(7, 6, 6, mnk.LineRule.CONNECT6)),
            mnk.BySide(Person(), Person()),
            paper,
        )

    prompts = [each for each in paper.said if each.startswith("Your move")]
    assert prompts == [
        "Your move, X: ",
        "Your move, O, stone 1 of 2: ",
        "Your move, O, stone 2 of 2: ",
        "Your move, X, stone 1 of 2: ",
        "Your move, X, stone 2 of 2: ",
    ]
