"""Paper and rules: sheets against a page of plain text, a question against reading all there is."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from typing import Any

from bench.measure import Ratio
from companion import printing
from companion.core.game import Game
from companion.core.rules import listed
from companion.games import discover
from companion.rulebook import Rulebook, folded, words
from companion.settings import Settings
from companion.web import create_app, kit, prints

PLAIN = (
    '<html lang="en"><head><title>x</title><link rel="stylesheet" href="asset:_kit/sheet.css"></head><body>'
    + "<p>A page of plain text in the face of the sheets, with nothing else on it, as long as a page can be.</p>" * 48
    + "</body></html>"
)
QUESTION = "may a camp stand on a printed city?"
TURNS = 3
SHEETS = ("score-pad", "checklist", "phase-aid", "rules", "faq", "map")
ANY = 12.0  # times a page of plain text


def ratios() -> Iterator[Ratio]:
    """All of them."""
    yield from of_the_rules()
    yield from of_sheets()


def of_the_rules() -> Iterator[Ratio]:
    """A question to all games, and the letters of one as it is typed, against looking for its words in every text."""
    games = discover()
    book = Rulebook(games)
    texts = [folded(entry.title + entry.text) for game in games.values() for entry in listed(game.folder, "en")]

    def read() -> int:
        return sum(word in text for text in texts for word in words(QUESTION))

    def typed() -> None:
        for end in range(1, len(QUESTION) + 1):
            book.ask(QUESTION[:end], "en")

    yield Ratio(
        name="a question to all games",
        ours=lambda: book.ask(QUESTION, "en"),
        yardstick=read,
        against="its words in every text",
        most=25,
    )
    yield Ratio(
        name=f"the same, letter by letter ({len(QUESTION)})",
        ours=typed,
        yardstick=read,
        against="its words in every text",
        most=25 * len(QUESTION),
        turns=TURNS,
    )


def of_sheets() -> Iterator[Ratio]:
    """Every sheet of one game, the pack of them, and a picture."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings.from_env({"DATA_DIR": folder, "SECRET_KEY": "for the bench"}))
        game: Game[Any] = app.extensions["games"]["bunny-kingdom"]

        def written(key: str, game: Game[Any] = game, asked: str = "") -> str:
            with app.test_request_context(f"/games/{game.slug}/print/{key}.pdf?{asked}"):
                return prints.filled(game, key)[0]

        for key in SHEETS:
            html = written(key)
            yield sheet_ratio(f"{key}, {len(printing.rendered(html)) // 1000} kB", (html,))
        rocket: Game[Any] = app.extensions["games"]["rocket-flight"]
        for layout in ("full", "two"):
            html = written("flight", rocket, f"flight=4T9WK2RM&layout={layout}")
            yield sheet_ratio(f"a flight sheet, {layout}", (html,))
        pack = tuple(written(one.key) for one, _ in kit.pack(game, game.seats[-1]).sheets)
        size = len(printing.rendered(*pack)) // 1000
        yield sheet_ratio(f"tonight's pack, {len(pack)} sheets, {size} kB", pack, most=ANY * len(pack))
        name = "<b>李雷 שרה \U0001f430</b>"
        yield sheet_ratio("names in three more scripts", (written("score-pad").replace("</body>", name + "</body>"),))
        html = written("rules")
        pdf = printing.rendered(html)
        yield Ratio(
            name=f"a preview, {len(printing.drawn(pdf, prints.PREVIEW)) // 1000} kB",
            ours=lambda: printing.drawn(pdf, prints.PREVIEW),
            yardstick=lambda: printing.rendered(PLAIN),
            against="a page of plain text",
            most=1,
        )


def sheet_ratio(name: str, sheets: tuple[str, ...], most: float = 0.0) -> Ratio:
    """*sheets* in one PDF against a page of plain text."""
    return Ratio(
        name=name,
        ours=lambda: printing.rendered(*sheets),
        yardstick=lambda: printing.rendered(PLAIN),
        against="a page of plain text",
        most=most or ANY,
        turns=TURNS,
    )
