"""The protocol described for others: TypeScript for the browser, AsyncAPI for programmers.

Both are made from `games.play.protocol` alone, through the JSON Schema that msgspec gives; the
browser is also told what each line rule of `games.mnk` and each of `games.remarks` says.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, get_args

import msgspec

from games import mnk
from games.play import protocol
from games.remarks import RemarkKind

Schema = Mapping[str, Any]

_ROOTS = {
    "Command": protocol.Command,
    "FromClient": protocol.FromClient,
    "Numbered": protocol.Numbered,
    "FromServer": protocol.FromServer,
    "FromLobbyClient": protocol.FromLobbyClient,
    "FromLobbyServer": protocol.FromLobbyServer,
    "FromMeServer": protocol.FromMeServer,
}


def typescript() -> str:
    """The contents of `frontend/src/protocol/protocol.ts`."""
    return "\n".join(_typescript_lines())


def asyncapi() -> str:
    """The contents of `docs/asyncapi.json`: an AsyncAPI 3 document."""
    return json.dumps(_asyncapi(), indent=2, ensure_ascii=False) + "\n"


def interfaces(about: str, *roots: Any) -> str:
    """The contents of a TypeScript file with these types and their parts; `about` heads it."""
    heading = [f"// {line}" for line in about.splitlines()]
    return "\n".join((*heading, *_interfaces(_schemas(*roots)), ""))


def _schemas(*roots: Any) -> dict[str, Schema]:
    """The schemas of these types and their parts; without any, of the whole protocol."""
    _, schemas = msgspec.json.schema_components(
        roots or tuple(_ROOTS.values()), ref_template="#/components/schemas/{name}"
    )
    return dict(sorted(schemas.items()))


def _typescript_lines() -> Iterator[str]:
    yield "// Every message on the sockets. Generated from games/play/protocol.py by"
    yield "// `manage.py protocol`: do not edit."
    yield ""
    yield f"export const SUBPROTOCOL = {json.dumps(protocol.SUBPROTOCOL)};"
    yield ""
    yield "/** Why the server ended a connection. */"
    yield "export const CLOSE = {"
    for code in protocol.CloseCode:
        yield f"  {code.name}: {code.value},"
    yield "} as const;"
    yield from _interfaces(_schemas())
    yield ""
    yield "/** What a line rule says; {k} stands for k in words. */"
    yield "export interface LineRuleSays {"
    yield "  /** Whether a run longer than a line wins as well. */"
    yield "  readonly overlines: boolean;"
    yield "  /** Whether rows and columns win only whole, and k is the shorter edge. */"
    yield "  readonly edgeToEdge: boolean;"
    yield "  /** Whether whoever completes a line loses. */"
    yield "  readonly completingLoses: boolean;"
    yield "  /** Whether a line is no win with the other side's stones at both its ends. */"
    yield "  readonly endsBlock: boolean;"
    yield "  /** Whether black has forbidden squares, and white's longer runs win. */"
    yield "  readonly forbids: boolean;"
    yield "  /** Whether a stone falls to the lowest empty square of its column. */"
    yield "  readonly falls: boolean;"
    yield "  /** How many stones a side places in a turn; black's first turn has one. */"
    yield "  readonly stonesATurn: number;"
    yield "  /** Whether a side places stones of either kind, and wins by lines of either. */"
    yield "  readonly eitherKind: boolean;"
    yield "  /** Whether what rows a square brings either side says something. */"
    yield "  readonly hasBenefits: boolean;"
    yield "  /** Whether lines win, and the sides may in turn stop them on any square. */"
    yield "  readonly isRace: boolean;"
    yield "  /** Ends a variant's title. */"
    yield "  readonly title: string;"
    yield "  /** What is to be completed. */"
    yield "  readonly goal: string;"
    yield "}"
    yield ""
    yield "export const LINE_RULES: Readonly<Record<LineRule, LineRuleSays>> = {"
    for rule in mnk.LineRule:
        yield f"  {rule.value}: {{"
        yield f"    overlines: {json.dumps(rule.says.overlines)},"
        yield f"    edgeToEdge: {json.dumps(rule.says.edge_to_edge)},"
        yield f"    completingLoses: {json.dumps(rule.says.completing_loses)},"
        yield f"    endsBlock: {json.dumps(rule.says.ends_block)},"
        yield f"    forbids: {json.dumps(rule.says.forbids)},"
        yield f"    falls: {json.dumps(rule.says.falls)},"
        yield f"    stonesATurn: {rule.says.stones_a_turn},"
        yield f"    eitherKind: {json.dumps(rule.says.either_kind)},"
        yield f"    hasBenefits: {json.dumps(rule.says.has_benefits)},"
        yield f"    isRace: {json.dumps(rule.says.is_race)},"
        yield f"    title: {json.dumps(rule.says.title, ensure_ascii=False)},"
        yield f"    goal: {json.dumps(rule.says.goal)},"
        yield "  },"
    yield "};"
    yield ""
    yield "/** What an opening rule says. */"
    yield "export interface OpeningRuleSays {"
    yield "  /** Ends a game's title; empty without an opening rule. */"
    yield "  readonly title: string;"
    yield "  /** Whether a side is chosen in it: until then nobody knows who plays which. */"
    yield "  readonly hasChoice: boolean;"
    yield "  /** How many stones lie when the game begins. */"
    yield "  readonly given: number;"
    yield "}"
    yield ""
    yield "export const OPENING_RULES: Readonly<Record<OpeningRule, OpeningRuleSays>> = {"
    for opening in mnk.OpeningRule:
        yield f"  {opening.value}: {{"
        yield f"    title: {json.dumps(opening.says.title, ensure_ascii=False)},"
        yield f"    hasChoice: {json.dumps(opening.says.has_choice)},"
        yield f"    given: {opening.says.given},"
        yield "  },"
    yield "};"
    yield ""
    yield "/** The sentence of each remark, with its places (games/remarks.py). */"
    yield "export const REMARKS: Readonly<Record<RemarkKind, string>> = {"
    for kind in RemarkKind:
        yield f"  {kind.value}: {json.dumps(kind.sentence, ensure_ascii=False)},"
    yield "};"
    yield ""
    yield "/** What is said instead where no row is called a four. */"
    yield "export const REMARKS_WITHOUT_FOURS: { readonly [Kind in RemarkKind]?: string } = {"
    for kind in RemarkKind:
        if kind.without_fours != kind.sentence:
            yield f"  {kind.value}: {json.dumps(kind.without_fours, ensure_ascii=False)},"
    yield "};"
    for name, union in _ROOTS.items():
        yield ""
        members = [member.__name__ for member in get_args(union) or (union,)]
        line = f"export type {name} = {' | '.join(members)};"
        if len(line) <= 80:
            yield line
        else:
            yield f"export type {name} ="
            yield from (f"  | {member}" for member in members[:-1])
            yield f"  | {members[-1]};"
    yield ""


def _interfaces(schemas: Mapping[str, Schema]) -> Iterator[str]:
    for name, schema in schemas.items():
        yield ""
        if description := schema.get("description"):
            yield f"/** {description} */"
        if schema.get("type") != "object":
            yield f"export type {name} = {_type(schema)};"
            continue
        yield f"export interface {name} {{"
        for field, value in schema["properties"].items():
            if text := value.get("description"):
                yield f"  /** {text} */"
            # What has a default is said all the same; the rest may be left out.
            is_told = field in schema.get("required", ()) or "default" in value
            yield f"  readonly {field}{'' if is_told else '?'}: {_type(value)};"
        yield "}"


def _type(schema: Schema) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(_type(option) for option in schema["anyOf"])
    match schema["type"]:
        case "array":
            item = _type(schema["items"])
            return f"readonly ({item})[]" if " " in item else f"readonly {item}[]"
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as plain:
            return str(plain)
    raise NotImplementedError(schema)


def _asyncapi() -> dict[str, object]:
    def reference(name: str) -> dict[str, str]:
        return {"$ref": f"#/components/messages/{name}"}

    def channel(address: str, text: str, *unions: object) -> dict[str, object]:
        names = sorted({member for union in unions for member in _names(union)})
        return {
            "address": address,
            "description": text,
            "messages": {name: reference(name) for name in names},
        }

    def operation(action: str, name: str, union: object, text: str) -> dict[str, object]:
        return {
            "action": action,
            "channel": {"$ref": f"#/channels/{name}"},
            "summary": text,
            "messages": [
                {"$ref": f"#/channels/{name}/messages/{member}"} for member in _names(union)
            ],
        }

    schemas = _schemas()
    messages = {
        name: {
            "name": schema["properties"]["type"]["enum"][0],
            "summary": schema.get("description", ""),
            "contentType": "application/json",
            "payload": {"$ref": f"#/components/schemas/{name}"},
        }
        for name, schema in schemas.items()
        if schema.get("type") == "object" and "type" in schema["properties"]
    }
    game = channel(
        "/ws/game/{game}/",
        "One game. Show a seat's key as `Authorization: Bearer <key>`, or come as a spectator. "
        "The server sends welcome, then snapshot, then numbered messages.",
        protocol.FromClient,
        protocol.FromServer,
    )
    game["parameters"] = {"game": {"description": "The game's name in its link."}}
    closes = "\n".join(f"- {code.value} {code.name.lower()}" for code in protocol.CloseCode)
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Inarow",
            "version": protocol.SUBPROTOCOL,
            "description": (
                f"Subprotocol `{protocol.SUBPROTOCOL}`. A frame is one JSON object; its `type` "
                "names the message. Numbered messages have a `version`: ignore what is not newer "
                "than yours, apply what is one more, send `resync` when one was missed. A command "
                "resent with the same `id` is answered with what already happened.\n\n"
                f"A frame has at most {protocol.MAX_FRAME} bytes. Close codes:\n{closes}"
            ),
        },
        "defaultContentType": "application/json",
        "channels": {
            "game": game,
            "lobby": channel(
                "/ws/lobby/",
                "Open invitations, live games, counts, TV: all of it at first, then what changes, "
                "at most once a second. Changes are numbered: send resync when one was missed.",
                protocol.FromLobbyClient,
                protocol.FromLobbyServer,
            ),
            "me": channel(
                "/ws/me/",
                "What a person has, on every page of theirs: challenges, friends, games in which "
                "it is their turn. For browsers, by their session; a key opens nothing here.",
                protocol.FromLobbyClient,
                protocol.FromMeServer,
            ),
        },
        "operations": {
            "hearClient": operation(
                "receive", "game", protocol.FromClient, "What a client may send on a game."
            ),
            "tellClient": operation(
                "send", "game", protocol.FromServer, "What the server sends on a game."
            ),
            "hearLobbyClient": operation(
                "receive", "lobby", protocol.FromLobbyClient, "What a client may send."
            ),
            "tellLobbyClient": operation(
                "send", "lobby", protocol.FromLobbyServer, "What the server sends."
            ),
            "hearPerson": operation(
                "receive", "me", protocol.FromLobbyClient, "What a person's page may send."
            ),
            "tellPerson": operation(
                "send", "me", protocol.FromMeServer, "What the server sends a person."
            ),
        },
        "components": {"messages": messages, "schemas": schemas},
    }


def _names(union: Any) -> list[str]:
    return [member.__name__ for member in get_args(union) or (union,)]
