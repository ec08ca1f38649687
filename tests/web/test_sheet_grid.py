"""Every sheet on both papers, for few and many, with the longest names: nothing cut, nothing near the edge, all said.

``./check`` looks at each sheet once, in its hardest form on alternating paper; ``./check long`` at every form of each.
"""

from __future__ import annotations

import io
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from bs4 import BeautifulSoup, Tag
from flask.testing import FlaskClient
from PIL import Image, ImageOps
from pypdf import PdfReader

from companion.core.game import Tally
from companion.core.rules import listed
from companion.games import discover
from companion.printing import Printer
from companion.rulebook import sentences
from companion.web.kit import RESULT, Printable, printables
from companion.web.sheets import asks_apart

GAMES = discover()
SIZES = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
MM = 72 / 25.4
EDGE = 10.0  # mm that stay white on every side
CLOSE = 6.0  # mm, where a sheet says so
SAYS_SO: frozenset[str] = frozenset()  # keys of sheets that go nearer to the edge
LARGEST = 150_000  # bytes of a PDF
SLACK = 0.5  # mm: half a line's width and what rounding moves
OVER = 0.35  # share of a word's box that may lie under another's: accents, and lines set tight
LONGEST = ("W" * 60, "M" * 60, "Ш" * 60, "Mmmmm " * 9 + "Mmmmm", "Жжжжж " * 9 + "Жжжжж", "李" * 60, "Ωm" * 30)
FACES = re.compile(r"(Literata|Bona)-(Nova|Print)?|(Literata|Bona|Letter|Han|Picture|Hebrew)-?Print|Literata|Bona")


@dataclass(frozen=True)
class Word:
    """A word on a page and its box, in millimetres from the upper left corner."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def area(self) -> float:
        return (self.right - self.left) * (self.bottom - self.top)

    def under(self, other: Word) -> float:
        """The share of the smaller of the two that lies under the other."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, wide) * max(0.0, high) / max(0.01, min(self.area, other.area))


def words_of(body: bytes, folder: Path) -> list[list[Word]]:
    """The words of each page."""
    (folder / "sheet.pdf").write_bytes(body)
    told = subprocess.run(
        ["pdftotext", "-bbox", "sheet.pdf", "-"], cwd=folder, check=True, capture_output=True, text=True
    ).stdout
    box = re.compile(r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)</word>')
    return [
        [Word(unescape(text), *(float(n) / MM for n in numbers)) for *numbers, text in box.findall(page)]
        for page in told.split("<page ")[1:]
    ]


def near(words: list[Word]) -> Iterator[tuple[Word, Word]]:
    """All pairs of words that share some height of the page."""
    ordered = sorted(words, key=lambda word: word.top)
    for n, one in enumerate(ordered):
        for other in ordered[n + 1 :]:
            if other.top >= one.bottom:
                break
            yield one, other


def white(body: bytes, folder: Path) -> float:
    """The narrowest white margin of any page, in millimetres, as printed."""
    (folder / "sheet.pdf").write_bytes(body)
    subprocess.run(["pdftoppm", "-r", "72", "-gray", "sheet.pdf", "page"], cwd=folder, check=True)
    found = []
    for path in folder.glob("page*.pgm"):
        image = Image.open(path)
        left, top, right, bottom = ImageOps.invert(image).getbbox() or (99, 99, 99, 99)
        found += [left, top, image.width - right, image.height - bottom]
        path.unlink()
    return min(found) / MM


def squeezed(text: str) -> str:
    """*text* without spaces and marks, to find it however a line was broken."""
    return re.sub(r"[^\w]", "", text)


def said_by(game: Any, sheet: Printable | None, names: tuple[str, ...]) -> Iterator[str]:
    """What has to stand on a sheet."""
    yield str(game.title)
    if sheet is not None and sheet.key in ("rules", "faq", "scoring"):
        for entry in listed(game.folder, "en"):
            is_asked = entry.kind in ("faq", "open")
            told = not (is_asked and asks_apart(game))
            wanted = {"rules": told, "faq": is_asked, "scoring": entry.scoring}[sheet.key]
            if wanted:
                yield entry.title
                yield from sentences(entry.text)
    if sheet is not None and sheet.key == "score-pad":
        yield from (str(one.label) for one in game.count.categories if one.pad is not None)
    team = all(one.team for one in game.count.categories if one.pad is not None)
    if not (team and (sheet is None or sheet.key == "score-pad")):
        yield from names


def written_on(html: str) -> Counter[str]:
    """Each piece of text of a sheet, and how often it stands there; drawings are named, not read."""
    body = BeautifulSoup(html, "html.parser").body
    assert isinstance(body, Tag)
    for unseen in body.select("svg, .running"):
        unseen.decompose()
    return Counter(text for piece in body.strings if (text := squeezed(piece)))


def forms() -> Iterator[Any]:
    """Every sheet that needs no play, on each paper, for few and many, with the longest names and without."""
    for slug, game in GAMES.items():
        kinds: list[Printable | None] = [one for one in printables(game) if not one.of_play]
        for n, sheet in enumerate([*kinds, None]):
            key = sheet.key if sheet else RESULT
            seated = sheet is None or sheet.is_seated
            for paper in SIZES:
                for players in {game.seats[0], game.seats[-1]} if seated else {game.seats[0]}:
                    for named in (True, False) if seated and sheet else (seated,):
                        hardest = players == game.seats[-1] or not seated
                        is_short = hardest and named == seated and paper == tuple(SIZES)[n % 2]
                        name = f"{slug}-{key}-{paper}-{players}{'-named' if named else ''}"
                        marks = [] if is_short else [pytest.mark.long]
                        yield pytest.param(slug, sheet, paper, players, named, id=name, marks=marks)


@pytest.mark.parametrize(("slug", "sheet", "paper", "players", "named"), list(forms()))
def test_a_sheet_is_whole(
    client: FlaskClient,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    slug: str,
    sheet: Printable | None,
    paper: str,
    players: int,
    named: bool,
) -> None:
    made, printed = Printer.pdf, list[str]()
    monkeypatch.setattr(Printer, "pdf", lambda self, *html, **how: printed.extend(html) or made(self, *html, **how))
    game, key = GAMES[slug], sheet.key if sheet else RESULT
    names = LONGEST[:players] if named else ()
    query = [("paper", paper), *([] if named else [("players", str(players))]), *(("name", one) for one in names)]
    response = client.get(f"/games/{slug}/print/{key}.pdf?{urlencode(query)}")
    if response.status_code == 422 and sheet is not None and key not in ("score-pad", "rules", "faq", "scoring"):
        pytest.skip("shows nothing before something is typed")
    assert response.status_code == 200, response.text[:300]
    assert len(response.data) <= LARGEST
    found = PdfReader(io.BytesIO(response.data))

    if sheet is not None:
        assert len(found.pages) == sheet.pages(game, players), "as many pages as promised"
    for page in found.pages:
        assert (round(float(page.mediabox.width), 1), round(float(page.mediabox.height), 1)) == tuple(
            round(one, 1) for one in SIZES[paper]
        )
    used = {
        str(font.get_object()["/BaseFont"]).split("+")[-1]
        for page in found.pages
        for font in page["/Resources"].get("/Font", {}).values()
    }
    assert used and all(FACES.fullmatch(re.sub(r"-(Bold|Regular)$", "", one)) for one in used), used

    edge = CLOSE if key in SAYS_SO else EDGE
    pages = words_of(response.data, tmp_path)
    for words in pages:
        wide, high = (one / MM for one in SIZES[paper])
        for word in words:
            assert word.left >= edge - SLACK and word.right <= wide - edge + SLACK, word
            assert word.top >= edge - SLACK and word.bottom <= high - edge + SLACK, word
        for one, other in near(words):
            assert one.under(other) <= OVER, (one, other)
    assert white(response.data, tmp_path) >= edge - SLACK

    shown = squeezed("".join(page.extract_text() for page in found.pages))  # in the order in which it is written
    for text in said_by(game, sheet, names):
        assert squeezed(text) in shown, text
    for text, times in written_on(printed[0]).items():
        assert shown.count(text) >= times, text


def test_no_row_of_a_score_sheet_is_split_between_columns_or_pages(client: FlaskClient, tmp_path: Path) -> None:
    parchments = next(one for one in GAMES["bunny-kingdom"].count.categories if one.key == "parchments")
    names = ("Anna Maria von Humboldt", "Ben", "Cy", "Di")
    cards = parchments.options(Tally(names=dict(enumerate(names, 1)), options=GAMES["bunny-kingdom"].options()), 1)
    query = [("name", name) for name in names]
    query += [(f"harvest{n}.{seat}", f"{seat}×{n}+{n}×2+5+2") for n in range(1, 5) for seat in range(1, 5)]
    query += [(f"parchments.{n % 4 + 1}", card.key) for n, card in enumerate(cards[:28])]
    query += [(f"counts.{seat}.{one}", "5") for seat in range(1, 5) for one in ("wood", "fish", "carrot", "border")]
    for paper in SIZES:
        url = f"/games/bunny-kingdom/print/{RESULT}.pdf?{urlencode([*query, ('paper', paper)])}"
        pages = words_of(client.get(url).data, tmp_path)
        total = next(word.bottom for word in pages[0] if word.text == "Total")
        edges = (EDGE, SIZES[paper][0] / MM / 2 + 4)
        rows = [
            (words, word)
            for n, words in enumerate(pages)
            for word in words
            if word.text in ("Harvest", "Treasures", "Missions") and (n or word.top > total)
            if any(abs(word.left - edge) < 0.2 for edge in edges) and word.bottom - word.top > 4.2
        ]
        assert len(rows) >= 24
        for words, row in rows:
            assert any(abs(one.left - row.left) < 1 and 1.5 < one.top - row.top < 5 for one in words), row
