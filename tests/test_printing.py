"""The printer: one worker that can be killed, fetches nothing from outside, and remembers what it may."""

from __future__ import annotations

import io
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from pypdf import PdfReader

from companion import printing
from companion.printing import NoPango, Printer, PrintFault

LINKED = '<html lang="en"><head><title>x</title><link rel="stylesheet" href="asset:{}"></head><body><p>{}</p></body>'
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
    monkeypatch.setattr(printer, "_ask", lambda order: pytest.fail("asked again"))
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


def test_a_mistake_in_a_stylesheet_is_told_each_time(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "bad.css").write_text("p { colour: red }")
    monkeypatch.setattr(printing, "FOLDER", tmp_path)
    for _ in range(2):
        with pytest.raises(PrintFault, match="colour"):
            printing.rendered(LINKED.format("bad.css", "x"))


def test_a_sheet_does_not_depend_on_those_before_it() -> None:
    plain, names = LINKED.format("_kit/sheet.css", "Anna"), LINKED.format("_kit/sheet.css", "李雷 שרה \U0001f430")
    code = f"import sys; from companion.printing import rendered; sys.stdout.buffer.write(rendered({plain!r}))"
    alone = subprocess.run([sys.executable, "-c", code], cwd=printing.ROOT, capture_output=True, check=True).stdout
    printing.rendered(names)
    assert printing.rendered(plain) == alone != printing.rendered(plain.replace("_kit/sheet", "rocket-flight/log"))


def test_the_worker_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    made = Printer()
    made.pdf(LINKED.format("_kit/sheet.css", "x"), keep=False)
    assert list(tmp_path.glob("*/weasyprint-*/*")), "its faces"
    made.stop()
    assert not list(tmp_path.iterdir())


def test_a_letter_that_no_face_has_does_not_stop_a_sheet(printer: Printer) -> None:
    assert printer.pdf(HELLO % "Anna \U0010fffd", keep=False) == printer.pdf(HELLO % "Anna \u2022", keep=False)


def test_several_sheets_are_one_pdf_with_a_title_and_its_own_pages_counted(printer: Printer) -> None:
    made = printer.pdf(HELLO % "one", HELLO % "two", keep=False, title="Both")
    found = PdfReader(io.BytesIO(made))
    assert [page.extract_text() for page in found.pages] == ["one", "two"]
    assert found.metadata is not None and found.metadata.title == "Both"
    assert [entry["/Title"] for entry in found.outline] == ["one", "two"]
    assert made == printer.pdf(HELLO % "one", HELLO % "two", keep=False, title="Both")


def test_the_first_page_is_a_small_picture_and_its_pdf_is_remembered(
    printer: Printer, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = printer.picture(HELLO % "seen", 240, keep=True)
    image = Image.open(io.BytesIO(made))
    assert (image.format, image.width, image.height) == ("PNG", 240, 340)
    assert len(made) < 10_000
    monkeypatch.setattr(printer, "_ask", lambda order: pytest.fail("asked again"))
    assert printer.picture(HELLO % "seen", 240, keep=True) == made
    assert printer.pdf(HELLO % "seen", keep=True).startswith(b"%PDF")


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
