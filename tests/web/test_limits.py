"""How often one address may ask."""

from __future__ import annotations

import threading

import pytest
from flask import Flask

from companion.web.limits import MOST_ADDRESSES, SENDING, Bucket, asker, is_here


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


class Unsent:
    """A body whose end does not come before *go*; *waits* is told each time somebody begins to wait for it."""

    def __init__(self, waits: threading.Semaphore, go: threading.Event) -> None:
        self.waits = waits
        self.go = go

    def read(self, size: int = -1) -> bytes:
        """Nothing, late."""
        self.waits.release()
        assert self.go.wait(30)
        return b""


def test_who_ends_no_request_holds_up_nobody_else(kept_app: Flask) -> None:
    waits, go, answers = threading.Semaphore(0), threading.Event(), []

    def send(address: str, whole: bool = False) -> int:
        body = {} if whole else {"wsgi.input": Unsent(waits, go), "CONTENT_LENGTH": "900"}
        asked = {"REMOTE_ADDR": address, **body}
        return kept_app.test_client().post("/j/ZZZZZZZZ", data={"a": "b"}, environ_overrides=asked).status_code

    slow = [threading.Thread(target=lambda: answers.append(send("192.0.2.7"))) for _ in range(SENDING)]
    for one in slow:
        one.start()
    for _ in slow:
        assert waits.acquire(timeout=30)
    assert send("192.0.2.7", whole=True) == 503
    assert send("192.0.2.8", whole=True) == 404
    go.set()
    for one in slow:
        one.join()
    assert len(answers) == SENDING and send("192.0.2.7", whole=True) == 404
