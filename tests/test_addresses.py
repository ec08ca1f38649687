"""Which address phones may reach comes first, whatever adapters the machine has."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from companion.addresses import of_this_machine, reachable
from companion.settings import ROOT

HOME, DOCKER, VPN, LOOP = ("eth0", "192.168.1.5"), ("docker0", "172.17.0.1"), ("tun0", "10.8.0.2"), ("lo", "127.0.0.1")
VIRTUAL = [
    DOCKER,
    ("br-3f9a1c2b4d5e", "172.18.0.1"),
    ("veth12ab34c", "172.19.0.1"),
    ("virbr0", "192.168.122.1"),
    ("vEthernet (WSL)", "172.30.0.1"),
    VPN,
    ("wg0", "10.9.0.2"),
    ("tailscale0", "100.101.102.103"),
    ("nordlynx", "10.5.0.2"),
    ("ppp0", "10.6.0.2"),
]
LAN, NOBODY = ("br-lan", "192.168.1.1"), ("eth0", "169.254.12.34")
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
        ("192.168.7.20", [LOOP, *VIRTUAL, WIFI], ["192.168.7.20", *(address for _, address in VIRTUAL)]),
        (None, [LOOP, *VIRTUAL, WIFI], ["192.168.7.20", *(address for _, address in VIRTUAL)]),
        *((address, [(name, address), WIFI], ["192.168.7.20", address]) for name, address in VIRTUAL),
        ("192.168.1.1", [DOCKER, LAN], ["192.168.1.1", "172.17.0.1"]),
        (None, [NOBODY, WIFI], ["192.168.7.20", "169.254.12.34"]),
    ],
)
def test_the_likeliest_address_comes_first(out: str | None, known: list[tuple[str, str]], expected: list[str]) -> None:
    assert reachable(out, known) == expected


MACHINE = """set -e
ip link set lo up
while read -r name address; do
  ip link add "$name" type bridge; ip addr add "$address/24" dev "$name"; ip link set "$name" up
done <<ADAPTERS
docker0 172.17.0.1
br-3f9a1c2b4d5e 172.18.0.1
wlan0 192.168.7.20
tun0 10.8.0.2
ADAPTERS
ip route add default via 10.8.0.1
"$1" -c 'from companion.addresses import of_this_machine; print(*of_this_machine())'"""


def test_a_machine_with_containers_and_a_vpn_names_its_own_network_first() -> None:
    """Real adapters in a network of their own, the way out through the VPN."""
    apart = ["unshare", "--map-root-user", "--net"]
    trial = [*apart, "ip", "link", "add", "docker0", "type", "bridge"]
    if not all(map(shutil.which, ("unshare", "ip"))) or subprocess.run(trial, capture_output=True).returncode:
        pytest.skip("this machine lets nobody make adapters")
    told = subprocess.run([*apart, "sh", "-c", MACHINE, "sh", sys.executable], cwd=ROOT, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    assert told.stdout.split() == ["192.168.7.20", "10.8.0.2", "172.17.0.1", "172.18.0.1"]


def test_this_machine_tells_what_it_has() -> None:
    assert all(not address.startswith("127.") for address in of_this_machine())
