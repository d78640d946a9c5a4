"""What is wrong with a file, and where; and what a format has no room for."""

from games.mnk.errors import RuleError
from games.say import say


class UnreadableFile(RuleError):
    """A file that is not what it should be. Its sentence begins with the place."""

    code = "unreadableFile"

    def __init__(
        self,
        sentence: str,
        *,
        line: int | None = None,
        column: int | None = None,
        offset: int | None = None,
    ) -> None:
        super().__init__(
            say("Byte {offset}: {sentence}", offset=offset, sentence=sentence)
            if line is None
            else say(
                "Line {line}, column {column}: {sentence}",
                line=line,
                column=column,
                sentence=sentence,
            )
        )
        self.line, self.column = line, column
        """In a text, both from 1; the column in characters."""
        self.offset = offset
        """In a binary file, from 0."""

    @classmethod
    def at(cls, text: str, offset: int, sentence: str) -> "UnreadableFile":
        """What is wrong at a character of a text.

        >>> UnreadableFile.at("ab\\ncd", 4, "No d here.").sentence
        'Line 2, column 2: No d here.'
        """
        before = text[:offset]
        line = before.count("\n") + 1
        return cls(sentence, line=line, column=offset - before.rfind("\n"))


class IllegalTree(RuleError):
    """A tree of moves that cannot be played."""

    code = "illegalTree"

    def __init__(self, node: int, sentence: str) -> None:
        super().__init__(sentence)
        self.node = node
        """The first node that is wrong, by index."""


class CannotHold(RuleError):
    """A record that a format has no room for."""

    code = "formatCannotHold"
