"""No sentence is forgotten: what a person reads comes from the catalogue."""

from games.words import found


def test_every_refusal_of_the_server_is_said() -> None:
    assert found.unmarked_in_python() == []


def test_every_text_of_the_pages_is_said() -> None:
    assert found.unmarked_in_templates() == []


def test_every_text_of_the_browser_is_said() -> None:
    assert found.unmarked_in_browser() == []
