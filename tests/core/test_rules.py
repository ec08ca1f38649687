"""Rules files are read into entries; what is not whole is refused when the game is found."""

from __future__ import annotations

import pytest

from companion.core.rules import RuleEntry, parse
from companion.games import check, discover

GOOD = """# Title

## Harvest {#harvest source="Rulebook, p. 5" phase="harvest" scoring="yes"}
Strength × wealth.

And more.

### On a city? {#on-city source="FAQ" kind="faq"}
No.
"""


def test_entries_are_read_with_their_attributes() -> None:
    assert parse(GOOD) == (
        RuleEntry(
            id="harvest",
            title="Harvest",
            text="Strength × wealth.\n\nAnd more.",
            source="Rulebook, p. 5",
            phase="harvest",
            scoring=True,
        ),
        RuleEntry(id="on-city", title="On a city?", text="No.", source="FAQ", level=3, kind="faq"),
    )


@pytest.mark.parametrize(
    "text",
    [
        "## No id\nx",
        "## No source {#a}\nx",
        '## No text {#a source="p"}\n',
        '## A {#a source="p"}\nx\n## B {#a source="p"}\ny',
    ],
)
def test_a_file_that_is_not_whole_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="rule"):
        parse(text)


def test_one_folder_is_a_game() -> None:
    assert list(discover("tests.sample_games")) == ["carrot-fair"]


def test_a_game_that_links_an_unwritten_rule_is_refused() -> None:
    from dataclasses import replace

    game = discover("tests.sample_games")["carrot-fair"]
    lost = replace(game.calculators[0], rule="nowhere")
    with pytest.raises(ValueError, match="nowhere"):
        check(replace(game, calculators=(lost,)))
