"""Reviews as rows: asked for, claimed, taken over, told as far as they have come."""

from collections.abc import Collection

import pytest
from pytest_django import DjangoAssertNumQueries

from games import library, mnk, shares
from games.play.clock import now_ms
from games.play.errors import NoSuchGame
from games.play.facts import Chosen, encode
from games.play.models import Fact, Game
from games.play.protocol import RemarkPart, SideWord, Verdict
from games.remarks import RemarkKind
from games.review import findings, models, worths
from games.review.errors import GameGoesOn, NoSuchPly, TooManyReviews
from games.reviews import assessments, queue, reviews
from games.thinking.assessing import assess
from tests.review.games import T3, kept_game

pytestmark = pytest.mark.django_db(transaction=True)

WON = "b2 b1 a1 c3 a3 a2 c1"  # black gives nothing away, and forks at the end


def assess_from(game: Game, ply: int) -> None:
    """Have the positions from this ply to the end assessed."""
    for position in reviews.positions_of(game.variant, reviews.squares_of(game))[ply:]:
        assessments.keep(position, assess(position, 1_000).assessment, nodes=10_000_000)


def test_nobody_has_asked() -> None:
    game = kept_game(WON)

    assert reviews.of_game(game.slug) == findings.GameReview(game=game.slug, state="none", total=8)


def test_a_game_that_goes_on_is_not_reviewed() -> None:
    game = kept_game("b2", termination=None)

    for refused in (
        lambda: reviews.ask_for(game.slug, at=1),
        lambda: reviews.of_game(game.slug),
        lambda: reviews.at_ply(game.slug, 0),
    ):
        with pytest.raises(GameGoesOn):
            refused()
    assert not models.Review.objects.exists()


def test_there_is_no_such_game() -> None:
    with pytest.raises(NoSuchGame):
        reviews.ask_for("nosuchgame", at=1)
    with pytest.raises(NoSuchGame):
        reviews.of_game("nosuchgame")


def test_asked_twice_it_is_begun_once() -> None:
    game = kept_game(WON)
    reviews.ask_for(game.slug, at=5)
    reviews.ask_for(game.slug, at=6)

    review = models.Review.objects.get()
    assert (review.asked_ms, review.total, review.done) == (5, 8, 0)
    assert review.nodes == assessments.SOLVED_NODES
    # The last position is known from the rules alone.
    told = reviews.of_game(game.slug)
    assert (told.state, told.done, told.total, told.plies) == ("waiting", 1, 8, ())


def test_it_is_told_as_far_as_it_has_come() -> None:
    game = kept_game(WON)
    reviews.ask_for(game.slug, at=5)
    assess_from(game, 5)

    told = reviews.of_game(game.slug)

    assert told.done == 3
    assert [worth is None for worth in told.worths] == [True] * 5 + [False] * 3
    assert [each.ply for each in told.plies] == [5, 6]
    assert told.plies[-1].labels[0].kind is findings.LabelKind.WON
    assert told.plies[-1].worth == worths.proved(Verdict.WIN, 1)
    assert told.black == findings.Accuracy(moves=1, kept=1, wins_given_away=0, draws_given_away=0)


def test_all_of_it_takes_five_queries(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    game = kept_game(WON)
    reviews.ask_for(game.slug, at=5)
    assess_from(game, 0)

    with django_assert_num_queries(5):
        told = reviews.of_game(game.slug)

    assert told.done == told.total == 8
    assert len(told.plies) == 7
    # b1, beside the centre, lost: before it everything was even.
    (escape,) = [label for label in told.plies[1].labels if label.kind == "lastEscape"]
    assert escape.status == "proved"
    assert told.white is not None
    assert told.white.draws_given_away == 1


def test_the_stones_of_an_opening_are_not_judged() -> None:
    board = mnk.Variant(5, 4, 4)
    game = kept_game("c2 c3 d2 b2 b3", board)
    Game.objects.filter(pk=game.pk).update(opening=mnk.OpeningRule.SWAP.value)
    Fact.objects.create(
        game=game, version=99, at_ms=1, side=1, text=encode(Chosen(mnk.Choice.WHITE))
    )
    game.refresh_from_db()
    assess_from(game, 0)
    assert sorted(reviews.moves_of(game)) == [3, 4]


def test_moves_that_many_games_went_are_book() -> None:
    game = kept_game(WON)
    for number in range(library.BOOK_GAMES):
        # Turned and mirrored it is the same opening; then each game goes its own way.
        kept_game("b2 c2 a1" if number % 2 else "b2 a2 c3")
    while not library.shelve().is_last:
        pass
    reviews.ask_for(game.slug, at=5)
    assess_from(game, 0)

    told = reviews.of_game(game.slug)

    assert [
        [label.kind.value for label in each.labels if label.kind is findings.LabelKind.BOOK]
        for each in told.plies
    ] == [["book"], ["book"], [], [], [], [], []]


def test_its_lessons_are_told_with_it() -> None:
    game = kept_game(WON)
    reviews.ask_for(game.slug, at=5)
    assess_from(game, 0)
    told = RemarkPart(kind=RemarkKind.BUILDS_ON, side=SideWord.BLACK, at=0, squares=(1,))
    lessons = ((findings.Lesson(remarks=(told,), squares=(0, 1)),), ())
    assert queue.claim("mine", at=6) is not None
    queue.keep_lessons(game.pk, "mine", lessons)
    queue.keep_lessons(game.pk, "somebody else’s", ())

    found = reviews.of_game(game.slug)

    assert found.plies[0].lessons == lessons[0]
    assert found.plies[2].lessons == ()


def test_how_each_side_did_is_told_once_the_review_is_done() -> None:
    game = kept_game(WON)
    assert reviews.accuracy_of(game.slug) == findings.GameAccuracy(game=game.slug, state="none")
    reviews.ask_for(game.slug, at=5)
    assess_from(game, 0)
    waiting = findings.GameAccuracy(game=game.slug, state="waiting")
    assert reviews.accuracy_of(game.slug) == waiting
    task = queue.claim("mine", at=6)
    assert task is not None
    queue.finish(game.pk, "mine", at=7)

    told, whole = reviews.accuracy_of(game.slug), reviews.of_game(game.slug)

    assert task.positions == reviews.positions_of(game.variant, task.moves)
    assert whole.black is not None
    assert whole.turning_point is not None
    assert told == findings.GameAccuracy(
        game=game.slug,
        state="done",
        black=whole.black,
        white=whole.white,
        turning_point=whole.turning_point,
    )


def test_one_position_of_it() -> None:
    game = kept_game(WON)
    assert reviews.at_ply(game.slug, 0) is None
    assess_from(game, 0)

    found = reviews.at_ply(game.slug, 0)

    assert found is not None
    assert found.worth == worths.proved(Verdict.DRAW, 9)
    assert reviews.at_ply(game.slug, 7) is not None, "how it ended is known"
    with pytest.raises(NoSuchPly):
        reviews.at_ply(game.slug, 8)


def test_a_game_without_moves_has_one_position() -> None:
    game = kept_game("", termination=mnk.Termination.ABORT)
    reviews.ask_for(game.slug, at=5)
    assess_from(game, 0)

    told = reviews.of_game(game.slug)

    assert (told.done, told.total, told.plies, told.black) == (1, 1, (), None)


def test_moves_that_were_taken_back_are_left_out() -> None:
    game = kept_game("b2 b1")
    game.moves.filter(ply=1).update(taken_back=4)
    Game.objects.update(ply=1)

    assert reviews.squares_of(game) == (4,)


# --- The queue -----------------------------------------------------------------------------------


def test_one_worker_claims_it() -> None:
    game = kept_game(WON)
    reviews.ask_for(game.slug, at=5)

    task = queue.claim("first", now_ms())

    assert task == queue.Task(
        game.pk, game.slug, T3, mnk.moves_from_text(WON, T3), assessments.SOLVED_NODES, share=""
    )
    assert queue.claim("second", now_ms()) is None
    assert reviews.of_game(game.slug).state == "working"


def test_the_longest_waiting_comes_first() -> None:
    later, sooner = kept_game("b2"), kept_game("a1")
    reviews.ask_for(later.slug, at=6)
    reviews.ask_for(sooner.slug, at=5)

    claimed = [queue.claim("first", 10) for _ in range(3)]

    assert [task.slug if task else None for task in claimed] == [sooner.slug, later.slug, None]


def test_a_review_held_until_later_than_anybody_could_is_free() -> None:
    """The server's time has since been set back."""
    reviews.ask_for(kept_game(WON).slug, of="203.0.113.1", at=5)
    first = queue.claim("first", 3_600_000)
    assert queue.claim("second", 3_600_000) is None

    assert queue.claim("second", 10_000) == first


TALL = mnk.Variant(20, 20, 5)


def asked(plies: int, of: str, at: int) -> str:
    """Ask for a review of a game of this many plies, for a share; returns the game's slug."""
    slug = kept_game([*range(0, 400, 2)][:plies], TALL).slug
    reviews.ask_for(slug, of=of, at=at)
    return slug


def claims(worker: str, at: int, **options: Collection[str]) -> str | None:
    task = queue.claim(worker, at, **options)
    return None if task is None else task.slug


def test_another_visitors_review_is_next_however_many_one_has_asked_for() -> None:
    for at in range(8):
        asked(200, "203.0.113.1", at)
    assert claims("first", 1_000) is not None
    small = asked(30, "203.0.113.2", 900)

    assert claims("second", 1_001) == small


def test_shares_that_are_full_are_left_waiting() -> None:
    greedy = [asked(20, "203.0.113.1", at) for at in (1, 2)]
    other = asked(20, "203.0.113.2", 3)
    task = queue.claim("first", 10)
    assert task is not None
    assert task.slug == greedy[0]

    assert claims("first", 11, full=[task.share]) == other
    assert claims("first", 12, full=[task.share]) is None
    assert claims("first", 13) == greedy[1]


def test_a_small_game_overtakes_a_large_one_but_not_for_ever() -> None:
    large = asked(200, "203.0.113.1", 1_000)
    small = asked(20, "203.0.113.1", 60_000)
    late = asked(20, "203.0.113.1", 1_000 + 181 * queue.PLY_MS)

    order = [claims("first", 300_000) for _ in range(3)]

    assert order == [small, large, late]


def test_a_visitor_has_so_many_reviews_that_are_not_done() -> None:
    slugs = [asked(2, "203.0.113.1", at) for at in range(reviews.MOST_OF_SHARE)]

    with pytest.raises(TooManyReviews, match="20 of your reviews"):
        asked(2, "203.0.113.1", 100)

    reviews.ask_for(slugs[0], of="203.0.113.1", at=100)  # already asked for
    asked(2, "203.0.113.2", 100)
    task = queue.claim("first", 200)
    assert task is not None
    queue.finish(task.game_id, "first", 300)
    asked(2, "203.0.113.1", 400)


def test_no_address_is_kept_and_nothing_of_it_when_a_review_is_done() -> None:
    asked(2, "203.0.113.1", 1)
    task = queue.claim("first", 10)
    assert task is not None
    (kept,) = models.Review.objects.values_list("share", flat=True)
    assert kept == shares.kept("203.0.113.1") == task.share
    assert "203.0.113" not in kept
    assert kept != shares.kept("203.0.113.2")

    queue.finish(task.game_id, "first", 20)

    assert models.Review.objects.get().share == ""


def test_a_dead_workers_review_is_taken_over() -> None:
    reviews.ask_for(kept_game(WON).slug, at=5)
    first = queue.claim("first", 1_000)
    assert first is not None
    assert queue.renew(first.game_id, "first", 2_000, done=3)
    assert queue.claim("second", 2_000 + queue.LEASE_MS) is None

    assert queue.claim("second", 2_001 + queue.LEASE_MS) == first

    assert not queue.renew(first.game_id, "first", 9_000, done=4)
    queue.finish(first.game_id, "first", 9_000)
    queue.fail(first.game_id, "first")
    review = models.Review.objects.get()
    assert (review.worker, review.finished_ms, review.failed, review.done) == (
        "second",
        None,
        False,
        3,
    )


def test_one_that_no_worker_survives_is_given_up() -> None:
    slug = kept_game(WON).slug
    reviews.ask_for(slug, at=5)
    for attempt in range(queue.MOST_ATTEMPTS):
        assert queue.claim(f"worker {attempt}", 1_000 + attempt * 20_000) is not None

    assert queue.claim("another", 1_000_000) is None

    assert reviews.of_game(slug).state == "failed"


def test_what_is_given_back_counts_as_not_tried() -> None:
    reviews.ask_for(kept_game(WON).slug, at=5)
    for _ in range(2 * queue.MOST_ATTEMPTS):
        task = queue.claim("first", 1_000)
        assert task is not None
        queue.let_go(task.game_id, "first")


def test_what_is_given_back_is_not_taken_again_by_a_late_renewal() -> None:
    reviews.ask_for(kept_game(WON).slug, at=5)
    task = queue.claim("first", 1_000)
    assert task is not None
    queue.let_go(task.game_id, "first")

    assert not queue.renew(task.game_id, "first", 1_500, done=2)

    assert queue.claim("second", 1_600) == task


def test_one_that_failed_may_be_asked_for_again() -> None:
    game = kept_game(WON)
    reviews.ask_for(game.slug, at=5)
    task = queue.claim("first", 1_000)
    assert task is not None
    queue.fail(task.game_id, "first")
    assert reviews.of_game(game.slug).state == "failed"
    assert queue.claim("second", 50_000) is None

    reviews.ask_for(game.slug, at=60_000)

    assert reviews.of_game(game.slug).state == "waiting"
    assert queue.claim("second", 60_001) == task


def test_one_that_is_done_is_done() -> None:
    game = kept_game(WON)
    reviews.ask_for(game.slug, at=5)
    assess_from(game, 0)
    task = queue.claim("first", 1_000)
    assert task is not None
    queue.finish(task.game_id, "first", 2_000)

    reviews.ask_for(game.slug, at=3_000)

    assert reviews.of_game(game.slug).state == "done"
    assert models.Review.objects.get().done == 8


def test_one_whose_positions_are_not_kept_any_more_is_begun_anew() -> None:
    game = kept_game(WON)
    reviews.ask_for(game.slug, at=5)
    task = queue.claim("first", 1_000)
    assert task is not None
    queue.finish(task.game_id, "first", 2_000)

    reviews.ask_for(game.slug, at=3_000)

    assert reviews.of_game(game.slug).state == "waiting"
