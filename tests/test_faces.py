"""What the bundled faces can write, and what stands for the rest."""

from __future__ import annotations

import io
import re
import subprocess
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from pypdf import PdfReader

from companion import faces, printing
from companion.faces import can_write, legible
from companion.printing import FOLDER

FONTS = FOLDER / "_kit" / "fonts"
NAMES = (
    "Борис",
    "Łukasz Žižek",
    "Ζωή",
    "李雷",
    "山田さん",
    "שרה",
    "Nguyễn Ệ",
    "Ἀθηνᾶ",
    "김민준",
    "\U0001f430\U0001f680 Ann",
)
SHEET = '<!doctype html><html lang="en"><head><title>x</title>{}</head><body>{}</body></html>'
CSS = '<link rel="stylesheet" href="asset:_kit/sheet.css">'


@pytest.mark.parametrize("face", faces.SPARE, ids=lambda face: face.family)
def test_a_spare_face_writes_what_is_said_of_it(face: faces.Face) -> None:
    for file in face.files.values():
        assert set(TTFont(FONTS / file).getBestCmap()) == face.codes


def test_the_face_of_every_sheet_writes_all_of_print() -> None:
    for weight in (400, 700):
        assert set(TTFont(FONTS / f"print-literata-{weight}.woff2").getBestCmap()) >= faces.PRINT


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoe\u0308"),
        ("李雷", "李雷"),
        ("\U0001f468\u200d\U0001f469", "\U0001f468\U0001f469"),
        ("\U0001f44d\U0001f3fd A", "• A"),
        ("\U0001f1eb\U0001f1f7", "FR"),
        ("\U0001d4d0nna", "Anna"),
        ("ก B", "· B"),
        ("김 B", "김 B"),
        ("أحمد", "أحمد"),
        ("على\u200cرضا \u200c", "على\u200cرضا "),
        ("Nguye\u0302\u0303n", "Nguye\u0302\u0303n"),
        ("Le\u0323", "Lẹ"),
        ("\u202eevil", "evil"),
        ("&amp; \U0001fae8 &lt;b&gt;", "&amp; • &lt;b&gt;"),
    ],
)
def test_what_no_face_can_write_is_marked_and_nothing_is_a_box(name: str, shown: str) -> None:
    assert legible(name) == shown
    assert faces.codes(legible(name)) <= faces.ALL


@pytest.mark.parametrize(
    ("name", "can"),
    [("Ann", True), ("שרה", True), ("\U0001f430", True), ("ก A", True), ("ก", False), ("أحمد", True), ("…", False)],
)
def test_a_name_counts_as_written_if_something_of_it_is(name: str, can: bool) -> None:
    assert can_write(name) is can


def test_a_spare_face_is_brought_only_to_a_sheet_that_needs_it() -> None:
    plain = SHEET.format("", "<p title='x'>Ann — Борис</p>")
    assert printing.written(plain) == plain
    assert printing.written(SHEET.format("", "<p>李</p>")).count("@font-face") == 1


def test_names_in_any_letters_come_out_in_our_own_faces_in_the_order_they_are_read(tmp_path: Path) -> None:
    names = (*NAMES, "שרה 12 כהן", "Anna שרה 3", "กขค", "\U0001f468\u200d\U0001f469")
    html = SHEET.format(CSS, "".join(f"<p><b>{name}</b></p><h3>{name}</h3>" for name in names))
    made = printing.rendered(html)
    assert made == printing.rendered(html)
    found = PdfReader(io.BytesIO(made))
    used = {str(font.get_object()["/BaseFont"]) for font in found.pages[0]["/Resources"]["/Font"].values()}
    assert all(re.search(r"(Literata|Bona|Hebrew|Han|Hangul|Letter|Picture)-Print", name) for name in used), used
    (tmp_path / "a.pdf").write_bytes(made)
    told = subprocess.run(["pdftotext", "-raw", "a.pdf", "-"], cwd=tmp_path, check=True, capture_output=True, text=True)
    lines = re.sub("[\u202a-\u202e]", "", told.stdout).split("\n")
    for name in NAMES:
        assert lines.count(name) == 2, name
    assert lines.count("Anna 3 שרה") == 2, "digits behind Hebrew stand where a browser puts them"
    assert "···" in lines and "\ufffd" not in told.stdout


def test_a_letter_in_a_drawing_has_its_face_too() -> None:
    drawing = '<svg viewBox="0 0 9 9"><text x="1" y="8" font-family="Literata Print">{}</text></svg>'
    found = PdfReader(io.BytesIO(printing.rendered(SHEET.format(CSS, drawing.format("李")))))
    used = {str(font.get_object()["/BaseFont"]) for font in found.pages[0]["/Resources"]["/Font"].values()}
    assert any("Han-Print" in name for name in used)


def test_arabic_is_joined_and_runs_from_right_to_left_with_its_figures(tmp_path: Path) -> None:
    def drawn(*names: str) -> bytes:
        body = "".join(f"<p>{name}</p>" for name in names)
        (tmp_path / "a.pdf").write_bytes(printing.rendered(SHEET.format(CSS, body)))
        subprocess.run(["pdftoppm", "-r", "150", "-gray", "-singlefile", "a.pdf", "a"], cwd=tmp_path, check=True)
        return (tmp_path / "a.pgm").read_bytes()

    assert drawn("محمد") == drawn("\ufee3\ufea4\ufee4\ufeaa") != drawn("م\u200cح\u200cم\u200cد")
    told = subprocess.run(["pdffonts", "a.pdf"], cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    assert "Arabic-Print" in told
    drawn("أحمد 12", "Anna أحمد 3")
    told = subprocess.run(["pdftotext", "-raw", "a.pdf", "-"], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert "\ufffd" not in told.stdout and "12" in told.stdout


def test_backward_text_in_a_drawing_keeps_its_figures_and_its_marks() -> None:
    shown = printing.written(SHEET.format(CSS, "<svg><text>(שרה) &lt;12&gt;</text></svg>"))
    assert ">&lt;12&gt; (הרש)</tspan>" in shown
