"""Which address phones may reach comes first, whatever adapters the machine has."""

from __future__ import annotations

import pytest

from companion.addresses import of_this_machine, reachable

HOME, DOCKER, VPN, LOOP = ("eth0", "192.168.1.5"), ("docker0", "172.17.0.1"), ("tun0", "10.8.0.2"), ("lo", "127.0.0.1")
WIFI, PUBLIC = ("wlan0", "192.168.7.20"), ("eth1", "9.9.9.9")


@pytest.mark.parametrize(
    ("out", "known", "expected"),
    [
        ("192.168.1.5", [LOOP, HOME], ["192.168.1.5"]),
        ("192.168.1.5", [LOOP, DOCKER, HOME], ["192.168.1.5", "172.17.0.1"]),
        ("10.8.0.2", [LOOP, HOME, VPN, DOCKER], ["192.168.1.5", "10.8.0.2", "172.17.0.1"]),
        ("192.168.1.5", [HOME, WIFI], ["192.168.1.5", "192.168.7.20"]),
        ("9.9.9.9", [PUBLIC, HOME], ["192.168.1.5", "9.9.9.9"]),
        (None, [LOOP, WIFI, DOCKER], ["192.168.7.20", "172.17.0.1"]),
        (None, [LOOP], []),
        ("192.168.1.5", [], ["192.168.1.5"]),
    ],
)
def test_the_likeliest_address_comes_first(out: str | None, known: list[tuple[str, str]], expected: list[str]) -> None:
    assert reachable(out, known) == expected


def test_this_machine_tells_what_it_has() -> None:
    assert all(not address.startswith("127.") for address in of_this_machine())
