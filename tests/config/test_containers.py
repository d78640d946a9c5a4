"""docker-compose.yml and Dockerfile, checked as far as that goes without a container engine."""

import copy
import json
import os
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from games.engines import config as engines

ROOT = Path(__file__).resolve().parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text()


@pytest.fixture
def compose() -> dict[str, Any]:
    return dict(yaml.safe_load((ROOT / "docker-compose.yml").read_text()))


@pytest.fixture(scope="module")
def specification() -> dict[str, Any]:
    """The Compose Specification's own schema, as check-jsonschema carries it."""
    package = metadata.distribution("check-jsonschema")
    schema = package.locate_file("check_jsonschema/builtin_schemas/vendor/compose-spec.json")
    return dict(json.loads(Path(str(schema)).read_text()))


def test_the_compose_file_keeps_to_the_specification(
    compose: dict[str, Any], specification: dict[str, Any]
) -> None:
    validator = jsonschema.validators.validator_for(specification)
    validator.check_schema(specification)
    validator(specification).validate(compose)


@pytest.mark.parametrize(
    ("service", "key", "value"),
    [
        ("server", "heathcheck", {"disable": True}),
        ("server", "healthcheck", {"test": ["CMD", "true"], "every": "10s"}),
        ("server", "depends_on", {"database": {"condition": "service_well"}}),
        ("worker", "volumes", "secret:/data"),
    ],
)
def test_the_specification_finds_a_slip(
    compose: dict[str, Any],
    specification: dict[str, Any],
    service: str,
    key: str,
    value: object,
) -> None:
    slip = copy.deepcopy(compose)
    slip["services"][service][key] = value
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(slip, specification)


def test_the_containers_ask_an_address_that_there_is(compose: dict[str, Any]) -> None:
    asked = set(
        re.findall(
            r"http://127\.0\.0\.1:8000(/[^']*)",
            DOCKERFILE + json.dumps(compose["services"]["server"]["healthcheck"]),
        )
    )
    # /readyz waits for a worker, and the worker for the server to be healthy.
    assert asked == {"/healthz"}
    assert "server" in compose["services"]["worker"]["depends_on"]
    assert compose["services"]["worker"]["healthcheck"] == {"disable": True}


def test_every_service_waited_for_says_whether_it_is_healthy(compose: dict[str, Any]) -> None:
    services = compose["services"]
    for service in services.values():
        for name, condition in service.get("depends_on", {}).items():
            assert condition == {"condition": "service_healthy"}
            assert "healthcheck" in services[name]


def test_every_named_volume_is_declared(compose: dict[str, Any]) -> None:
    used = {
        volume.split(":")[0]
        for service in compose["services"].values()
        for volume in service.get("volumes", [])
    }
    assert used == set(compose["volumes"])


def test_every_setting_is_documented_and_passed_on(compose: dict[str, Any]) -> None:
    source = (ROOT / "config" / "settings.py").read_text()
    documented = set(re.findall(r"^([A-Z_]+) +\S", source.split('"""')[1], re.MULTILINE))
    called = r'(?:environ\.get|_number|_switch)\(\s*"([A-Z_]+)"'
    read = set(re.findall(called, source)) | {engines.VARIABLE}
    assert read == documented
    for service in ("server", "worker"):
        passed = set(compose["services"][service]["environment"])
        assert passed == documented - {"INAROW_DATA"}, service  # the image sets it
    in_the_table = re.findall(
        r"`((?:INAROW|DATABASE|REDIS)_[A-Z_]+)`", (ROOT / "README.md").read_text()
    )
    assert set(in_the_table) <= documented


def test_a_setting_that_is_not_set_is_passed_as_an_empty_one(
    compose: dict[str, Any], tmp_path: Path
) -> None:
    """The program then uses its default."""
    empty = {
        name: "" for name in compose["services"]["server"]["environment"] if name != "DATABASE_URL"
    }
    subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT,
        env={**os.environ, **empty, "INAROW_DATA": str(tmp_path)},
        check=True,
        capture_output=True,
    )


def test_no_service_is_root_or_may_take_all_there_is(compose: dict[str, Any]) -> None:
    for name, service in compose["services"].items():
        assert service["cap_drop"] == ["ALL"], name
        assert "cap_add" not in service, name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert re.fullmatch(r"\d+[mg]|\$\{[A-Z]+_MEMORY:-\d+[mg]\}", service["mem_limit"]), name
        assert 0 < service["pids_limit"] < 10_000, name
        # Ours run as the image's USER, others as a user named in their image.
        assert "build" in service or service["user"] in ("postgres", "redis"), name


def test_the_server_reaches_the_database_by_the_password_that_is_set(
    compose: dict[str, Any],
) -> None:
    services = compose["services"]
    password = services["database"]["environment"]["POSTGRES_PASSWORD"]
    url = services["server"]["environment"]["DATABASE_URL"]
    assert url == f"postgres://inarow:{password}@database/inarow"


def test_the_image_copies_what_exists_and_runs_as_nobody_special() -> None:
    for sources in re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE):
        for source in sources.split():
            assert (ROOT / source).exists(), source
    users = re.findall(r"^USER (\S+)$", DOCKERFILE, re.MULTILINE)
    assert users == ["inarow"]
    assert DOCKERFILE.rindex("USER inarow") < DOCKERFILE.rindex("CMD")


def test_the_image_needs_no_file_that_is_kept_out_of_it() -> None:
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert {".git", ".venv", "data", "**/node_modules"} <= set(ignored)
    # A file named here would be in the image of everybody who builds it.
    assert not re.search(r"secret_key|\.sqlite3", DOCKERFILE)
