"""Studies: trees of moves with words and marks, kept for their owners, and as records in files."""

from games.studies.kept import (
    MAX_STUDIES,
    MAX_TEXT,
    Checked,
    Listed,
    change,
    check,
    create,
    create_each,
    delete,
    mine,
    numbered,
    read,
    rename,
)

__all__ = [
    "MAX_STUDIES",
    "MAX_TEXT",
    "Checked",
    "Listed",
    "change",
    "check",
    "create",
    "create_each",
    "delete",
    "mine",
    "numbered",
    "read",
    "rename",
]
