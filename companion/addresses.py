"""Under which addresses phones may reach this machine: the one in its own network first, virtual ones last."""

from __future__ import annotations

import array
import fcntl
import re
import socket
import struct
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import ip_address

NOWHERE = ("192.0.2.1", 9)  # an address nobody has; asking for the way there sends nothing
VIRTUAL = re.compile(
    # of containers and virtual machines, then of networks within networks
    r"docker|podman|br-[0-9a-f]{12}$|veth|virbr|vmnet|vboxnet|lxc|lxd|incus|cni|flannel|cali|bridge1"
    r"|tun|tap|utun|wg|zt|tailscale|ts\d|ham\d|ppp|ipsec|nordlynx|proton|mullvad|cloudflare|vpn",
    re.IGNORECASE,
)
GET_ADDRESS = 0x8915  # SIOCGIFADDR, Linux


def lan_address() -> str | None:
    """This machine's address on its way out; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(NOWHERE)
        except OSError:
            return None
        return str(way.getsockname()[0])


def interfaces() -> list[tuple[str, str]]:
    """``(name, IPv4 address)`` of each interface that has one; empty where the system does not tell."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            question = array.array("B", struct.pack("256s", name.encode()[:15]))
            with suppress(OSError):
                fcntl.ioctl(asking.fileno(), GET_ADDRESS, question)
                found.append((name, socket.inet_ntoa(bytes(question)[20:24])))
    return found


def reachable(out: str | None, known: Iterable[tuple[str, str]]) -> list[str]:
    """The addresses that other phones may use, the likeliest first: the one on the way *out*, then real adapters.

    An adapter of a container, a VPN or a virtual machine comes last, also if the way out leads through it; so does one
    that has only an address of its own making, since nobody answered it.
    """
    rows = [(name, address) for name, address in known if not ip_address(address).is_loopback]
    virtual = {address for name, address in rows if VIRTUAL.match(name) or ip_address(address).is_link_local}
    every = [*([out] if out else []), *(address for _, address in rows)]
    private = [address for address in every if ip_address(address).is_private and address not in virtual]
    ranked = [*private, *(one for one in every if one not in virtual), *every]
    return list(dict.fromkeys(ranked))


def of_this_machine() -> list[str]:
    """The addresses of this machine for other phones, the likeliest first."""
    return reachable(lan_address(), interfaces())
