"""How often one address may ask."""

from __future__ import annotations

import pytest

from companion.web.limits import MOST_ADDRESSES, Bucket, asker, is_here


class Clock:
    """A clock that a test moves."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_minute_has_so_many_requests_and_they_come_back_evenly() -> None:
    clock = Clock()
    bucket = Bucket(6, clock)
    assert [bucket.wait("a") for _ in range(7)] == [0] * 6 + [11]
    assert bucket.wait("b") == 0
    clock.now = 10
    assert [bucket.wait("a") for _ in range(2)] == [0, 11]
    clock.now = 1000
    assert [bucket.wait("a") for _ in range(7)].count(0) == 6


def test_no_limit_remembers_nobody() -> None:
    bucket = Bucket(0)
    assert not any(bucket.wait("a") for _ in range(1000))
    assert len(bucket) == 0


def test_memory_is_bounded() -> None:
    bucket = Bucket(60, Clock())
    for n in range(MOST_ADDRESSES + 500):
        bucket.wait(str(n))
    assert len(bucket) == MOST_ADDRESSES


@pytest.mark.parametrize(
    ("address", "forwarded", "who"),
    [
        ("192.0.2.7", None, "192.0.2.7"),
        ("192.0.2.7", "198.51.100.1", "192.0.2.7"),
        ("127.0.0.1", None, "127.0.0.1"),
        ("127.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("::ffff:127.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "1.2.3.4, 198.51.100.1", "198.51.100.1"),
        (None, "198.51.100.1", "198.51.100.1"),
        ("2001:db8::1:2:3", None, "2001:db8::/64"),
        ("2001:db8::9", None, "2001:db8::/64"),
        ("::ffff:192.0.2.7", None, "192.0.2.7"),
        ("nonsense", None, "nonsense"),
        (None, None, ""),
    ],
)
def test_the_asker_is_the_last_that_is_not_this_machine(address: str | None, forwarded: str | None, who: str) -> None:
    assert asker(address, forwarded) == who


@pytest.mark.parametrize(
    ("address", "here"),
    [
        *((address, True) for address in ("127.0.0.1", "127.9.9.9", "::1", "localhost", "")),
        *((address, False) for address in ("192.168.1.2", "::1:2", "127.example", "2001:db8::/64")),
    ],
)
def test_only_this_machine_is_here(address: str, here: bool) -> None:
    assert is_here(address) is here
