"""No sentence is forgotten: what a person reads is said by the catalogue."""

from games.words import found


def test_every_refusal_of_the_server_is_said() -> None:
    unmarked = found.unmarked_in_python()
    # Until the sentences of the pages are marked: then this line goes.
    unmarked = [each for each in unmarked if not each.startswith("games/pages/")]

    assert unmarked == []
