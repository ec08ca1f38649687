"""The printer: one worker that can be killed, fetches nothing from outside, and remembers what it may."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from companion import printing
from companion.printing import NoPango, Printer, PrintFault

HELLO = '<html lang="en"><title>Hello</title><h1>%s</h1>'


@pytest.fixture(scope="module")
def printer() -> Iterator[Printer]:
    made = Printer()
    yield made
    made.stop()


def test_html_becomes_a_pdf_and_the_same_html_the_same_bytes(printer: Printer) -> None:
    first = printer.pdf(HELLO % "Anna", keep=False)
    assert first.startswith(b"%PDF") and first == printer.pdf(HELLO % "Anna", keep=False)


def test_what_may_be_kept_is_made_once(printer: Printer, monkeypatch: pytest.MonkeyPatch) -> None:
    first = printer.pdf(HELLO % "kept", keep=True)
    monkeypatch.setattr(printer, "_ask", lambda html: pytest.fail("asked again"))
    assert printer.pdf(HELLO % "kept", keep=True) == first


@pytest.mark.parametrize(
    "body",
    [
        "<img src='file:///etc/passwd'>",
        "<img src='http://127.0.0.1:1/x'>",
        "<link rel=attachment href='file:///etc/passwd'>",
        "<img src='asset:../app.py'>",
        "<style>@import url(https://example.org/x.css)</style>",
    ],
)
def test_nothing_from_outside_printables_is_fetched(printer: Printer, body: str) -> None:
    with pytest.raises(PrintFault):
        printer.pdf(HELLO % body, keep=False)


def test_a_mistake_in_a_sheet_is_no_silent_flaw(printer: Printer) -> None:
    with pytest.raises(PrintFault, match="colour"):
        printer.pdf(HELLO % "<p style='colour: red'>x", keep=False)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Anna \U0001f430", "Anna \u2022"),
        ("\U0001f430\U0001f430", "\u2022"),
        ("\U0001f468\u200d\U0001f469", "\u2022"),
        ("\u592a\u90ce B", "\u00b7\u00b7 B"),
        ("&amp; \U0001f430 &lt;b&gt;", "&amp; \u2022 &lt;b&gt;"),
        ("Zo\u00eb", "Zo\u00eb"),
    ],
)
def test_what_no_face_can_write_is_marked(name: str, shown: str) -> None:
    lacking = {*"\U0001f430\U0001f468\U0001f469\u592a\u90ce"}
    sheet = "<p title='%s'><b>%s</b> 12</p>"
    assert printing.legible(sheet % ("t", name), lacking) == sheet % ("t", shown)


def test_a_letter_that_no_face_has_does_not_stop_a_sheet(printer: Printer) -> None:
    assert printer.pdf(HELLO % "Anna \U0010fffd", keep=False) == printer.pdf(HELLO % "Anna \u2022", keep=False)


def test_a_page_that_never_ends_is_given_up_and_the_next_one_comes() -> None:
    slow = Printer(seconds=1.5)
    try:
        start = time.monotonic()
        with pytest.raises(PrintFault, match="given up"):
            slow.pdf(HELLO % ("<table>" + "<tr><td>x</td></tr>" * 20_000), keep=False)
        assert time.monotonic() - start < 5
        slow.seconds = 20
        assert slow.pdf(HELLO % "next", keep=False).startswith(b"%PDF")
    finally:
        slow.stop()


def test_a_worker_that_died_is_started_again(printer: Printer) -> None:
    printer.pdf(HELLO % "one", keep=False)
    assert printer._worker is not None
    printer._worker.kill()
    printer._worker.wait()
    assert printer.pdf(HELLO % "two", keep=False).startswith(b"%PDF")


def test_a_missing_library_is_told_with_the_line_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    def reply(pipe: Any, length: int, until: float) -> bytes:
        return printing.HEAD.pack(printing.NO_PANGO, 0)[:length]

    monkeypatch.setattr(printing, "_read", reply)
    lost = Printer()  # one of its own: the true answer of its worker stays unread
    with pytest.raises(NoPango, match="apt-get install libpango"):
        lost.pdf(HELLO % "x", keep=False)
    lost.stop()


def test_the_cache_is_bounded(printer: Printer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "CACHE_BYTES", 25)
    for n in range(5):
        printer._keep(f"sheet {n}", b"0123456789")
    assert list(printer._kept) == ["sheet 3", "sheet 4"]
