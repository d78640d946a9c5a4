"""Studies are kept for their owners, and no change is lost in silence."""

from dataclasses import replace

import msgspec
import pytest

from games import mnk, studies
from games.mnk import formats
from games.play import models
from games.play.errors import NoSuchGame
from games.players.models import Player
from games.review.errors import NoSuchStudy, NoTitle, StaleStudy, StudyTooLarge, TooManyStudies
from games.review.findings import KeptStudy, MarkPart, NodePart, PositionPart, StudyPart
from games.review.models import Study
from games.studies import records

pytestmark = pytest.mark.django_db

GOMOKU = PositionPart(width=15, height=15, k=5)


@pytest.fixture
def alice() -> int:
    return Player.objects.create(name="Alice").pk


@pytest.fixture
def bob() -> int:
    return Player.objects.create(name="Bob").pk


def a_study(*moves: int | None, title: str = "A plan", shared: bool = False) -> StudyPart:
    nodes = [NodePart(parent=ply, move=move) for ply, move in enumerate(moves)]
    return StudyPart(title=title, start=GOMOKU, nodes=(NodePart(parent=-1), *nodes), shared=shared)


def create(owner: int, study: StudyPart, *, at: int) -> KeptStudy:
    return studies.create(owner, studies.check(study), at=at)


def change(slug: str, owner: int | None, study: StudyPart, *, version: int, at: int) -> KeptStudy:
    return studies.change(slug, owner, studies.check(study), version=version, at=at)


def kept_of(owner: int, *, shared: bool = False) -> KeptStudy:
    return create(owner, a_study(112, 128, shared=shared), at=1_000)


def test_alice_keeps_a_study_and_reads_the_same(alice: int) -> None:
    marks = (MarkPart(square=3, kind="text", text="A"), MarkPart(square=0, kind="circle"))
    study = StudyPart(
        title="With everything",
        start=PositionPart(width=9, height=7, k=4, black=(0, 5), white=(1,)),
        nodes=(
            NodePart(parent=-1, comment="The start"),
            NodePart(parent=0, move=30, glyph="!?", marks=marks),
            NodePart(parent=0, move=None, comment="He looks away."),
        ),
    )

    kept = create(alice, study, at=1_000)

    assert kept == KeptStudy(slug=kept.slug, version=1, is_mine=True, study=study)
    assert studies.read(kept.slug, alice) == kept


def test_a_private_study_is_none_to_anybody_else(alice: int, bob: int) -> None:
    slug = kept_of(alice).slug

    for player in (bob, None):
        with pytest.raises(NoSuchStudy) as private:
            studies.read(slug, player)
        with pytest.raises(NoSuchStudy) as missing:
            studies.read("nosuchstudy", player)
        assert str(private.value) == str(missing.value)


def test_a_shared_study_is_read_by_link_and_changed_by_its_owner_alone(
    alice: int, bob: int
) -> None:
    slug = kept_of(alice, shared=True).slug

    for player in (bob, None):
        read = studies.read(slug, player)
        assert not read.is_mine
        with pytest.raises(NoSuchStudy):
            change(slug, player, a_study(0), version=1, at=2_000)
        with pytest.raises(NoSuchStudy):
            studies.delete(slug, player)
    assert studies.read(slug, alice).version == 1


def test_of_two_windows_the_second_is_told_and_nothing_is_lost(alice: int) -> None:
    slug = kept_of(alice).slug
    first = change(slug, alice, a_study(112, 128, 98), version=1, at=2_000)

    with pytest.raises(StaleStudy) as stale:
        change(slug, alice, a_study(112, 127), version=1, at=3_000)

    assert stale.value.version == 2
    assert str(stale.value) == StaleStudy.sentence
    assert first.version == 2
    assert studies.read(slug, alice) == first
    again = change(slug, alice, a_study(112, 127), version=2, at=4_000)
    assert (again.version, again.study) == (3, a_study(112, 127))


def test_a_renamed_study_has_its_title_and_changes_to_the_older_are_refused(
    alice: int, bob: int
) -> None:
    slug = kept_of(alice, shared=True).slug

    studies.rename(slug, alice, "  Two\nplans ", at=2_000)

    renamed = studies.read(slug, alice)
    assert (renamed.study.title, renamed.version) == ("Two plans", 2)
    with pytest.raises(StaleStudy):
        change(slug, alice, a_study(0), version=1, at=3_000)
    with pytest.raises(NoTitle):
        studies.rename(slug, alice, " \n ", at=3_000)
    for player in (bob, None):
        with pytest.raises(NoSuchStudy):
            studies.rename(slug, player, "Mine", at=3_000)
    assert studies.read(slug, bob).study.title == "Two plans"


def test_a_deleted_study_is_gone(alice: int) -> None:
    slug = kept_of(alice).slug
    studies.delete(slug, alice)

    with pytest.raises(NoSuchStudy):
        studies.read(slug, alice)
    with pytest.raises(NoSuchStudy):
        change(slug, alice, a_study(1), version=1, at=2_000)


def test_my_list_has_mine_the_latest_first(alice: int, bob: int) -> None:
    older, newer = kept_of(alice), kept_of(alice, shared=True)
    kept_of(bob)
    change(newer.slug, alice, newer.study, version=1, at=9_000)

    assert [row.slug for row in studies.mine(alice)] == [newer.slug, older.slug]
    assert [row.shared for row in studies.mine(alice)] == [True, False]
    assert studies.mine(None) == []


@pytest.mark.parametrize(
    ("nodes", "sentence"),
    [
        (
            (NodePart(parent=-1), NodePart(parent=0, move=112), NodePart(parent=1, move=112)),
            "h8 is",
        ),
        ((NodePart(parent=-1), NodePart(parent=0, move=225)), "no square 225"),
        ((NodePart(parent=-1), NodePart(parent=0, move=-1)), "no square -1"),
        ((NodePart(parent=-1), NodePart(parent=1, move=3)), "must branch off an earlier"),
        ((NodePart(parent=-1), NodePart(parent=-1, move=3)), "must branch off an earlier"),
        ((NodePart(parent=-1, move=3),), "first node"),
        ((NodePart(parent=0),), "first node"),
        ((NodePart(parent=-1, marks=(MarkPart(square=225, kind="cross"),)),), "no square 225"),
    ],
)
def test_a_tree_that_cannot_be_played_is_refused(
    alice: int, nodes: tuple[NodePart, ...], sentence: str
) -> None:
    with pytest.raises(mnk.RuleError, match=sentence):
        create(alice, StudyPart(title="No", start=GOMOKU, nodes=nodes), at=1)
    assert not Study.objects.exists()


def test_nothing_is_played_on_a_finished_line_not_even_after_a_skipped_turn(alice: int) -> None:
    won = a_study(0, 15, 1, 16, 2, 17, 3, 18, 4)
    kept = create(alice, won, at=1)

    for more in (30, None):
        after = NodePart(parent=len(won.nodes) - 1, move=more)
        longer = msgspec.structs.replace(won, nodes=(*won.nodes, after))
        with pytest.raises(formats.IllegalTree, match="game is over"):
            change(kept.slug, alice, longer, version=1, at=2)
    assert studies.read(kept.slug, alice).study == won


def test_a_board_that_cannot_be_is_refused(alice: int) -> None:
    for start in (
        PositionPart(width=15, height=15, k=16),
        PositionPart(width=15, height=15, k=5, black=(3,), white=(3,)),
        PositionPart(width=15, height=15, k=5, black=(225,)),
    ):
        with pytest.raises(mnk.RuleError):
            create(alice, StudyPart(title="No", start=start, nodes=(NodePart(parent=-1),)), at=1)


def test_a_title_of_spaces_is_none(alice: int) -> None:
    with pytest.raises(NoTitle):
        create(alice, a_study(title=" \x00\t "), at=1)
    assert create(alice, a_study(title="  a \n b "), at=1).study.title == "a b"


def test_a_study_has_a_size_and_the_largest_tree_without_comments_fits(alice: int) -> None:
    skips = StudyPart(
        title="Long",
        start=GOMOKU,
        nodes=(NodePart(parent=-1), *(NodePart(parent=at, move=None) for at in range(4_999))),
    )
    assert create(alice, skips, at=1).study == skips

    wordy = tuple(msgspec.structs.replace(node, comment="x" * 2_000) for node in skips.nodes[:200])
    with pytest.raises(StudyTooLarge):
        create(alice, msgspec.structs.replace(skips, nodes=wordy), at=1)


def test_a_study_may_be_as_long_as_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    length = len(studies.check(a_study(112, 128)).text)

    monkeypatch.setattr("games.studies.kept.MAX_TEXT", length)
    studies.check(a_study(112, 128))
    monkeypatch.setattr("games.studies.kept.MAX_TEXT", length - 1)
    with pytest.raises(StudyTooLarge):
        studies.check(a_study(112, 128))


def test_there_are_at_most_200_studies_for_each(alice: int, bob: int) -> None:
    one = kept_of(alice)
    row = Study.objects.get(slug=one.slug)
    Study.objects.bulk_create(
        Study(owner_id=alice, title=row.title, text=row.text, created_ms=1, changed_ms=1)
        for _ in range(studies.MAX_STUDIES - 1)
    )

    with pytest.raises(TooManyStudies):
        kept_of(alice)
    kept_of(bob)
    studies.delete(one.slug, alice)
    kept_of(alice)


def test_several_studies_are_kept_all_or_none(alice: int) -> None:
    checked = [studies.check(a_study(112)) for _ in range(3)]
    kept = studies.create_each(alice, checked, at=1)
    assert [each.slug for each in studies.mine(alice)] == [each.slug for each in kept]
    row = Study.objects.get(slug=kept[0].slug)
    Study.objects.bulk_create(
        Study(owner_id=alice, title=row.title, text=row.text, created_ms=1, changed_ms=1)
        for _ in range(studies.MAX_STUDIES - 5)
    )

    with pytest.raises(TooManyStudies, match="3 games don’t fit: you have 198 studies") as refusal:
        studies.create_each(alice, checked, at=2)
    assert "can have 200" in refusal.value.sentence
    assert Study.objects.count() == 198
    lost = replace(checked[1], game="nosuchgame")
    with pytest.raises(NoSuchGame):
        studies.create_each(alice, [checked[0], lost], at=2)
    assert Study.objects.count() == 198
    studies.create_each(alice, checked[:2], at=2)


def test_studies_of_the_same_title_are_numbered_in_their_order() -> None:
    def titled(*titles: str) -> list[str]:
        one = studies.check(a_study(112))
        return [each.title for each in studies.numbered([replace(one, title=t) for t in titles])]

    assert titled("Cup", "Ada – Bob", "Cup") == ["Cup (1)", "Ada – Bob", "Cup (2)"]
    assert titled("Cup") == ["Cup"]
    assert titled(*["x" * 80] * 12)[10] == "x" * 75 + " (11)"


def test_a_study_outlives_the_game_it_is_about(alice: int) -> None:
    game = models.Game.objects.create_of(mnk.Variant(15, 15, 5))
    about = msgspec.structs.replace(a_study(112), game=game.slug)
    slug = create(alice, about, at=1).slug
    assert studies.read(slug, alice).study.game == game.slug

    game.delete()

    assert studies.read(slug, alice).study.game is None
    with pytest.raises(NoSuchGame):
        create(alice, about, at=1)


def test_a_record_of_an_exhibition_has_its_title() -> None:
    cup = models.Exhibition.objects.create(title="The cup", at_once=1)
    game = models.Game.objects.create_of(mnk.Variant(3, 3, 3), exhibition=cup)

    (kept,) = records.kept_games([game.pk])

    assert kept.record.event == "The cup"


def test_a_record_becomes_a_study_with_its_players_in_the_first_comment() -> None:
    record = formats.read(
        b"(;GM[4]SZ[15]PB[Ada]PW[Bob]DT[2026-11-21]RE[W+T]C[A duel.];B[hh]C[The centre.])",
        formats.Format.SGF,
    )

    study = records.study_of(record, name="duel.sgf")

    assert study.title == "Ada – Bob"
    assert study.nodes[0].comment == "Ada – Bob, white won (time), 2026-11-21\nA duel."
    assert study.nodes[1].comment == "The centre."
    assert not study.shared
    heading = "Ada – Bob, white won (time), 2026-11-21\n"
    room = formats.MAX_COMMENT - len(heading)
    for length, told in ((room, heading), (room + 1, "")):
        root = replace(record.nodes[0], comment="x" * length)
        long = replace(record, nodes=(root, *record.nodes[1:]))
        assert records.study_of(long).nodes[0].comment == told + "x" * length
    plain = formats.read(b"h8", formats.Format.PLAIN)
    assert records.study_of(plain, name="my.game.txt").title == "my.game"
    assert records.study_of(plain).title == "Imported study"
