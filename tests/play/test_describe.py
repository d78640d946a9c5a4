"""The protocol's descriptions are fresh and hold together."""

import json
import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.play import describe, protocol

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("command", ["protocol", "findings"])
def test_the_generated_files_are_fresh(command: str) -> None:
    call_command(command, "--check")


@pytest.mark.parametrize("command", ["protocol", "findings"])
def test_a_stale_file_is_named(command: str, tmp_path: Path, settings: Any) -> None:
    settings.BASE_DIR = tmp_path
    (tmp_path / "docs").mkdir()
    folder = tmp_path / "frontend" / "src" / "protocol"
    folder.mkdir(parents=True)
    for _ in range(2):
        with pytest.raises(CommandError, match=rf"frontend/src/protocol/{command}\.ts is stale"):
            call_command(command, "--check")
        call_command(command, stdout=StringIO())
        call_command(command, "--check")
        (folder / f"{command}.ts").write_text("// of an earlier version")


def test_every_reference_of_the_asyncapi_document_leads_somewhere() -> None:
    document = json.loads(describe.asyncapi())
    references = re.findall(r'"\$ref": "#/([^"]+)"', describe.asyncapi())
    assert references
    for reference in references:
        found = document
        for step in reference.split("/"):
            found = found[step]


def test_every_message_is_in_both_descriptions() -> None:
    tags = {
        kind.__struct_config__.tag
        for union in (
            *(protocol.FromClient, protocol.FromServer),
            *(protocol.FromLobbyServer, protocol.FromMeServer),
        )
        for kind in union.__args__
    }
    document = json.loads(describe.asyncapi())
    assert {message["name"] for message in document["components"]["messages"].values()} == tags
    for tag in tags:
        assert f'readonly type: "{tag}";' in describe.typescript()
