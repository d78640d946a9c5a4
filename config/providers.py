"""Other sites whose accounts may sign in here: what the file of INAROW_SIGN_IN_WITH says."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

_WANTED = {"id", "name", "url", "client_id", "secret"}


@dataclass(frozen=True, slots=True)
class OtherSites:
    """The sites, as django-allauth takes them, and where a browser is sent to sign in."""

    apps: list[dict[str, Any]] = field(default_factory=list)
    origins: list[str] = field(default_factory=list)


def configured(path: str) -> OtherSites:
    """The sites a file names; none without a file. Raises `ValueError` with a sentence.

    A JSON list of `{"id", "name", "url", "client_id", "secret"}`, and `"origin"` where people sign
    in at another address than `url`, which is the OpenID Connect issuer.
    """
    if not path:
        return OtherSites()
    try:
        entries = json.loads(Path(path).read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise ValueError(f"{path!r} cannot be read: {error}.") from None
    if not isinstance(entries, list):
        raise ValueError(f"{path!r} must hold a list.")
    found = OtherSites()
    for entry in entries:
        if not isinstance(entry, dict) or set(entry) - {"origin"} != _WANTED:
            raise ValueError(f"each entry has {', '.join(sorted(_WANTED))}, and nothing else.")
        if not all(isinstance(value, str) and value for value in entry.values()):
            raise ValueError("each value is a text.")
        url = urlsplit(entry["url"])
        if url.scheme not in ("https", "http") or not url.hostname:
            raise ValueError(f"{entry['url']!r} is no address of a site.")
        found.apps.append(
            {
                "provider_id": entry["id"],
                "name": entry["name"],
                "client_id": entry["client_id"],
                "secret": entry["secret"],
                "settings": {"server_url": entry["url"]},
            }
        )
        found.origins.append(entry.get("origin") or f"{url.scheme}://{url.netloc}")
    return found
