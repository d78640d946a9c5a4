"""A server that sends to wherever a browser says must not be a way into its own network."""

import socket
import ssl
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import http_ece
import pytest
from cryptography.exceptions import InvalidTag

from games.notices import addresses, push, vapid
from games.notices.addresses import NoPushService, endpoint_of, public_addresses
from tests.notices.services import PushService, UserAgent

NOTICE = push.PushNotice("Your turn against Alice", "15×15", "/game/a/", "game:a")


@pytest.mark.parametrize(
    "address",
    [
        "http://push.example.net/a",
        "ftp://push.example.net/a",
        "//push.example.net/a",
        "https://push.example.net:8443/a",
        "https://push.example.net:80/a",
        "https://push.example.net:0/a",
        "https://push.example.net:99999/a",
        "https://user@push.example.net/a",
        "https://user:password@push.example.net/a",
        "https://@push.example.net/a",
        "https://127.0.0.1/a",
        "https://127.1/a",
        "https://2130706433/a",
        "https://0x7f000001/a",
        "https://0x7f.1/a",
        "https://017700000001/a",
        "https://[::1]/a",
        "https://[::ffff:169.254.169.254]/a",
        "https://localhost/a",
        "https://redis/a",
        "https://push..example/a",
        "https://.example/a",
        "https://push.example.net\\@10.0.0.1/a",
        "https://push.example.net/a b",
        "https://push.example.net/a\r\nHost: evil",
        "https://pu\u0441h.example.net/a",
        "https:///a",
        "https:push.example.net",
        "",
        "https://push.example.net/".ljust(addresses.MOST + 1, "a"),
        f"https://{'a' * 64}.net/a",
        f"https://{'a.' * 125}aaaa/a",
    ],
)
def test_an_address_that_is_not_a_push_services_is_refused(address: str) -> None:
    with pytest.raises(NoPushService):
        endpoint_of(address)


@pytest.mark.parametrize(
    "address",
    [
        "https://example.net/!~",
        "https://push.example.net/".ljust(addresses.MOST, "a"),
        f"https://{'a' * 63}.net/a",
        f"https://{'a.' * 125}aaa/a",
    ],
)
def test_a_push_service_may_use_all_that_an_address_can_have(address: str) -> None:
    assert endpoint_of(address).origin == "/".join(address.split("/")[:3])


def test_the_address_of_a_push_service_is_taken_apart() -> None:
    endpoint = endpoint_of("https://updates.push.services.mozilla.com:443/wpush/v2/gAA_-=?a=b")

    assert endpoint.host == "updates.push.services.mozilla.com"
    assert endpoint.target == "/wpush/v2/gAA_-=?a=b"


INSIDE = [
    *("127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0"),
    *("100.64.0.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"),
    *("::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "ff02::1", "2001:db8::1"),
    *("::ffff:10.0.0.1", "::ffff:127.0.0.1", "64:ff9b::a00:1", "2002:7f00:1::", "2001:0:1::1"),
    "not an address",
]


@pytest.mark.parametrize("inside", INSIDE)
def test_a_name_that_leads_inside_is_refused_even_beside_a_public_address(inside: str) -> None:
    for found in ([inside], ["93.184.216.34", inside], [inside, "93.184.216.34"]):
        with pytest.raises(NoPushService):
            public_addresses("push.example.net", {"push.example.net": found}.__getitem__)


def test_what_a_push_service_need_not_take_is_not_sent() -> None:
    keys = UserAgent("laptop").keys

    assert push._encrypted(b"x" * push.MOST_PAYLOAD, keys)
    with pytest.raises(push.NeverTaken, match="3001 bytes"):
        push._encrypted(b"x" * (push.MOST_PAYLOAD + 1), keys)


def test_public_addresses_are_used_a_few_of_them() -> None:
    many = [f"93.184.216.{n}" for n in range(1, 10)] + ["2606:2800:220:1::1"]

    assert public_addresses("push.example.net", lambda host: many) == many[:4]


def test_a_name_without_addresses_is_not_found() -> None:
    with pytest.raises(OSError, match="no address"):
        public_addresses("push.example.net", lambda host: [])


def test_the_system_is_asked_for_names(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "127.0.0.1" in addresses.look_up("localhost")


# --- Sending -------------------------------------------------------------------------------------


def _send(pushes: PushService, agent: UserAgent | None = None) -> None:
    agent = agent or UserAgent("laptop")
    push.send(agent.endpoint, agent.keys, NOTICE, network=pushes.network)


def test_the_connection_goes_to_the_address_that_was_looked_at(pushes: PushService) -> None:
    """A name that answers differently a moment later gains nothing."""
    asked: list[str] = []

    def resolve(host: str) -> Sequence[str]:
        asked.append(host)
        return ["93.184.216.34"] if len(asked) == 1 else ["127.0.0.1"]

    agent = UserAgent("laptop")
    network = push.Network(resolve, pushes.network.connect)
    push.send(agent.endpoint, agent.keys, NOTICE, network=network)

    assert asked == ["push.example.net"]
    assert pushes.tried == ["93.184.216.34"]
    assert pushes.taken[0].headers["Host"] == "push.example.net"


def test_outside_of_tests_a_service_is_reached_by_its_name_with_tls() -> None:
    connection = push.INTERNET.connect("push.example.net", "192.0.2.1")
    assert (connection.host, connection.port) == ("push.example.net", 443)


def test_nothing_is_sent_to_a_host_whose_certificate_is_anothers(pushes: PushService) -> None:
    agent = UserAgent("laptop")
    endpoint = agent.endpoint.replace("push.example.net", "other.example.net")

    with pytest.raises(push.TryAgain, match="certificate"):
        push.send(endpoint, agent.keys, NOTICE, network=pushes.network)

    assert pushes.taken == []


def test_an_authority_that_is_not_known_is_not_trusted(pushes: PushService) -> None:
    def connect(host: str, address: str) -> object:
        return push.connection(host, "127.0.0.1", port=pushes.port)

    agent = UserAgent("laptop")
    network = push.Network(pushes.network.resolve, connect)  # type: ignore[arg-type]
    with pytest.raises(push.TryAgain, match="certificate"):
        push.send(agent.endpoint, agent.keys, NOTICE, network=network)


def test_another_address_is_tried_where_one_cannot_be_reached(pushes: PushService) -> None:
    pushes.addresses = ["2606:2800:220:1::1", "93.184.216.34"]
    connect = pushes.network.connect

    def first_fails(host: str, address: str) -> object:
        made = connect(host, address)
        return push.connection(host, "127.0.0.1", port=1) if ":" in address else made

    agent = UserAgent("laptop")
    network = push.Network(pushes.network.resolve, first_fails)  # type: ignore[arg-type]
    push.send(agent.endpoint, agent.keys, NOTICE, network=network)

    assert pushes.tried == pushes.addresses
    assert len(pushes.taken) == 1


def test_a_service_that_answers_a_letter_at_a_time_is_hung_up_on(
    pushes: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(push, "ALL_S", 1.0)
    drips = _dripping(pushes.authority)
    agent = UserAgent("laptop")

    def connect(host: str, address: str) -> object:
        return push.connection(host, "127.0.0.1", port=drips, trust=pushes.authority)

    began = time.monotonic()
    network = push.Network(pushes.network.resolve, connect)  # type: ignore[arg-type]
    with pytest.raises(push.TryAgain):
        push.send(agent.endpoint, agent.keys, NOTICE, network=network)

    assert time.monotonic() - began < 30


def _dripping(certificate: str) -> int:
    """A service whose answer never ends."""
    listening = socket.create_server(("127.0.0.1", 0))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)

    def serve() -> None:
        line, _ = listening.accept()
        with listening, context.wrap_socket(line, server_side=True) as safe:
            try:
                while True:
                    safe.sendall(b"a")
                    time.sleep(0.1)
            except OSError:
                pass

    threading.Thread(target=serve, daemon=True).start()
    port: int = listening.getsockname()[1]
    return port


def test_a_notice_that_is_too_long_is_not_sent(pushes: PushService) -> None:
    agent = UserAgent("laptop")
    long = push.PushNotice("a", "b" * 4000, "/", "t")

    with pytest.raises(push.NeverTaken):
        push.send(agent.endpoint, agent.keys, long, network=pushes.network)

    assert pushes.tried == []


@pytest.mark.parametrize("keys", [push.Keys("", ""), push.Keys("AAAA", "AAAA")])
def test_keys_that_are_none_are_given_up(pushes: PushService, keys: push.Keys) -> None:
    with pytest.raises(push.NeverTaken):
        push.send(UserAgent("laptop").endpoint, keys, NOTICE, network=pushes.network)


def test_two_notices_about_one_game_have_one_topic_that_does_not_name_it(
    pushes: PushService,
) -> None:
    _send(pushes)
    _send(pushes)

    first, second = (each.headers["Topic"] for each in pushes.taken)
    assert first == second == push.topic("game:a")
    assert "game" not in first


def test_only_its_browser_can_read_a_notice(pushes: PushService, tmp_path: Path) -> None:
    mine, others = UserAgent("laptop"), UserAgent("laptop")
    _send(pushes, mine)

    assert mine.reads(pushes.taken[0].body)["title"] == NOTICE.title
    with pytest.raises((http_ece.ECEException, InvalidTag)):
        others.reads(pushes.taken[0].body)


def test_the_public_key_is_a_point_that_browsers_take() -> None:
    key = vapid.public_key()

    assert len(key) == 87
    assert key.startswith("B")  # 65 bytes, the first of them 4


@pytest.mark.parametrize(
    ("written", "seconds"),
    [
        ("30", 30),
        ("99999999", push.MOST_WAIT_S),
        ("999999999", None),
        ("Wed, 25 Nov 2026 10:00:00 GMT", None),
        ("٣", None),
        (None, None),
    ],
)
def test_a_service_says_in_seconds_when_to_come_back(
    written: str | None, seconds: int | None
) -> None:
    assert push._seconds(written) == seconds
