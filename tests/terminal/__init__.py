"""Tests of the terminal game: boards as text, dialogues on paper, and people at real terminals."""
