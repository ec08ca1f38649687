"""Asking the rules: plain questions find their entry, synonyms find each other, what is not covered is said."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import rulebook
from companion.core import rules
from companion.core.game import Game
from companion.games import discover
from companion.rulebook import Answer, Rulebook, folded, opening, sentences, words

GAMES = discover()
FAIR = discover("tests.sample_games")["carrot-fair"]
BOOK = Rulebook(GAMES)
AMONG_FIRST = 3

QUESTIONS = {
    "bunny-kingdom": [
        ("May a camp stand on a printed city?", "camps"),
        ("Do two mountains with lava between them make one fief?", "lava"),
        ("How many cards do we get with three players?", "hands"),
        ("which way do we pass the cards", "rounds"),
        ("Can I keep a building for a later round?", "buildings"),
        ("are two bunnies next to each other diagonally one fief?", "fief"),
        ("who wins a tie", "winner"),
        ("Where can I build a city of strength 3?", "cities"),
        ("what happens when somebody plays the card of my camp?", "camp-falls"),
        ("does Opportunist pay if we share second place", "opportunist-tie"),
    ],
    "rocket-flight": [
        ("Can we fly through the sun?", "sun"),
        ("may the line cross itself?", "own-line"),
        ("When do we mark fuel?", "fuel-mark"),
        ("can we talk about our cards", "talking"),
        ("Can one person play alone?", "solo"),
        ("do we have to land exactly", "landing"),
        ("Is Pluto a planet?", "pluto"),
        ("How do I pass?", "pass"),
    ],
    "project-universe": [
        ("Who wins if the points are equal?", "winner"),
        ("Do failed orders count for the destination bonus?", "failed-in-sets"),
        ("How many points for leftover beans?", "materials"),
        ("Can my score be negative?", "below-zero"),
        ("What does overtime cost?", "overtime"),
        ("is the turn that starts overtime charged", "overtime-start"),
        ("How many points does a set of four destinations give?", "destination-sets"),
    ],
    "rabbit-astronauts": [
        ("How many carrots can I have at most?", "limits"),
        ("May I give carrots to two players?", "gift-receivers"),
        ("Do cards in space still count for the colour bonus?", "color-bonus"),
        ("What do scientists do?", "scientist"),
        ("How many rounds are there?", "round"),
        ("Is a card on the moon still in space?", "moon-cards-in-space"),
        ("what does a satellite cost", "satellite-cost"),
        ("how do we unlock mars", "evolutions"),
        ("Can I save my gold for later?", "unused"),
        ("how many cards can I keep in my training center", "center-limit"),
        ("can I take carrots back from the warehouse", "warehouse"),
        ("how many players", "players"),
    ],
    "space-pioneers": [
        ("Who gets the planet that I double in another network?", "capture-owner"),
        ("When does the game end?", "end"),
        ("May I turn a card sideways?", "upright"),
        ("can two planets touch", "alternate"),
        ("What if I cannot play a card?", "cannot-play"),
        ("tie break", "tie"),
        ("Can I put a spaceship in somebody else's network?", "other-network"),
        ("who starts", "who-begins"),
        ("how many cards do I have in hand", "hand-size"),
        ("can I remove a card from my network", "remove"),
        ("do we finish the round after the last card", "end"),
    ],
}
OFF_TOPIC = [
    "What is the capital of France?",
    "how do I bake a chocolate cake",
    "Is it going to rain in Paris tomorrow?",
    "where did I leave my umbrella",
    "which film won the festival",
    "is the pizza ready",
]


def found(answer: Answer) -> list[str]:
    """The ids of the entries, best first."""
    return [passage.entry.id for passage in answer.passages]


def test_every_game_is_asked() -> None:
    assert set(QUESTIONS) == set(GAMES)
    assert all(len(asked) >= 6 for asked in QUESTIONS.values())


@pytest.mark.parametrize(
    ("slug", "question", "rule"), [(slug, *row) for slug, rows in QUESTIONS.items() for row in rows]
)
def test_a_plain_question_finds_its_rule(slug: str, question: str, rule: str) -> None:
    answer = BOOK.ask(question, "en", game=slug)

    assert answer.covered
    assert rule in found(answer)[:AMONG_FIRST]
    assert {passage.game.slug for passage in answer.passages} == {slug}


@pytest.mark.parametrize("slug", GAMES)
def test_a_question_asked_at_tables_finds_itself(slug: str) -> None:
    for entry in rules.listed(GAMES[slug].folder, "en"):
        if entry.kind == "faq":
            assert found(BOOK.ask(entry.title, "en", game=slug))[:1] == [entry.id]


@pytest.mark.parametrize("slug", ["", *GAMES])
@pytest.mark.parametrize("question", OFF_TOPIC)
def test_what_the_rules_do_not_cover_is_said_so(slug: str, question: str) -> None:
    answer = BOOK.ask(question, "en", game=slug)

    assert not answer.covered
    assert len(answer.passages) <= 2


def test_the_nearest_two_are_shown_where_a_question_is_not_covered() -> None:
    answer = BOOK.ask("Which camps sell breakfast and umbrellas?", "en", game="bunny-kingdom")

    assert not answer.covered
    assert len(answer.passages) == 2
    assert "camps" in found(answer)


def test_all_games_are_asked_at_once() -> None:
    answer = BOOK.ask("who wins a tie", "en")

    assert len({passage.game.slug for passage in answer.passages}) >= 3
    assert [p.score for p in answer.passages] == sorted((p.score for p in answer.passages), reverse=True)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("camp", "CAMP"),
        ("camp", "cámp"),
        ("camp on a city", "camps on cities"),
        ("diamond farm", "the diamond farms?"),
        ("rabbits", "ｒａｂｂｉｔｓ"),
    ],
)
def test_case_accents_and_endings_do_not_matter(one: str, other: str) -> None:
    assert found(BOOK.ask(f"{one} ", "en", game="bunny-kingdom")) == found(
        BOOK.ask(f"{other} ", "en", game="bunny-kingdom")
    )


@pytest.mark.parametrize(("text", "plain"), [("Ёлка", "елка"), ("éÈç", "eec"), ("Straße", "strasse"), ("ﬁef", "fief")])
def test_letters_are_folded(text: str, plain: str) -> None:
    assert folded(text) == plain


@pytest.mark.parametrize(
    ("slug", "question", "rule"),
    [
        ("bunny-kingdom", "bunnies", "rabbits"),
        ("bunny-kingdom", "most victory points", "winner"),
        ("bunny-kingdom", "skytower", "sky-towers"),
        ("rocket-flight", "launch", "take-off"),
        ("project-universe", "leftovers", "materials"),
        ("space-pioneers", "steal", "planets"),
    ],
)
def test_words_that_mean_the_same_find_each_other(slug: str, question: str, rule: str) -> None:
    assert rule in found(BOOK.ask(question, "en", game=slug))


def garden(folder: Path, slug: str, synonyms: str = "", asked: str = "") -> Game[Any]:
    """A game of one rule in *folder*, with its own synonyms and ways to ask where there are any."""
    folder.mkdir()
    (folder / "rules.en.md").write_text('## Roses {#roses source="x"}\nTwo roses each.', "utf-8")
    if synonyms:
        (folder / "synonyms.toml").write_text(f'en = ["{synonyms}"]', "utf-8")
    if asked:
        (folder / "asked.toml").write_text(f'en.roses = ["{asked}"]', "utf-8")
    return replace(FAIR, slug=slug, home=str(folder / "__init__.py"))


def test_one_games_synonyms_stay_in_that_game(tmp_path: Path) -> None:
    games = (garden(tmp_path / "a", "wild", "rose, briar"), garden(tmp_path / "b", "tame"))
    book = Rulebook({game.slug: game for game in games})

    assert [passage.game.slug for passage in book.ask("briar ", "en").passages] == ["wild"]
    assert [passage.game.slug for passage in book.ask("rose ", "en").passages] == ["wild", "tame"]
    assert book.ask("briar ", "en", game="wild").covered
    assert not book.ask("briar ", "en", game="tame").passages


def test_a_section_is_found_by_the_ways_in_which_players_ask_for_it(tmp_path: Path) -> None:
    games = (garden(tmp_path / "a", "asked", asked="how prickly is it"), garden(tmp_path / "b", "plain"))
    book = Rulebook({game.slug: game for game in games})

    (passage,) = book.ask("Is this prickly ", "en").passages
    assert (passage.game.slug, passage.said) == ("asked", "Two roses each."), "what is shown is the rule, as it stands"


def test_small_words_tell_sections_apart_that_share_the_others(tmp_path: Path) -> None:
    games = (garden(tmp_path / "a", "many", asked="how many roses do we get"), garden(tmp_path / "b", "late"))
    (tmp_path / "b" / "asked.toml").write_text('en.roses = ["when do we get roses"]', "utf-8")
    book = Rulebook({game.slug: game for game in games})

    first = {asked: book.ask(asked, "en").passages[0].game.slug for asked in ("how many roses ", "when roses ")}
    assert first == {"how many roses ": "many", "when roses ": "late"}


def test_a_question_of_small_words_alone_finds_what_is_asked_in_just_these(tmp_path: Path) -> None:
    book = Rulebook({"asked": garden(tmp_path / "a", "asked", asked="what can I do now")})

    assert found(book.ask("now what can I do?", "en")) == ["roses"]
    assert not book.ask("what can I", "en").passages


def test_a_word_of_no_meaning_is_no_form_of_one_that_has_some(tmp_path: Path) -> None:
    book = Rulebook({"wild": garden(tmp_path / "a", "wild", "roses, goods")})

    assert found(book.ask("which goods ", "en")) == ["roses"]
    assert not book.ask("is that good ", "en").passages


@pytest.mark.parametrize(
    ("slug", "question"),
    [
        ("rocket-flight", "what is the best strategy with high cards"),
        ("bunny-kingdom", "who drew the pictures on the cards"),
        ("space-pioneers", "is there an expansion with more planets"),
        ("rabbit-astronauts", "what is a good score with rabbits"),
    ],
)
def test_opinions_and_products_are_beyond_the_rules(slug: str, question: str) -> None:
    assert not BOOK.ask(question, "en", game=slug).covered


def test_a_section_answers_what_is_beyond_the_others_if_it_says_so_itself(tmp_path: Path) -> None:
    games = (garden(tmp_path / "a", "told", asked="who designed the roses"), garden(tmp_path / "b", "silent"))
    told, silent = (Rulebook({game.slug: game}).ask("who designed the roses ", "en") for game in games)

    assert found(told) == found(silent) == ["roses"]
    assert told.covered and not silent.covered


def test_a_phone_is_told_first_what_is_asked_in_several_ways(tmp_path: Path) -> None:
    game = garden(tmp_path / "a", "wild", asked='prickly red roses", "is it prickly", "prickly reds')
    assert rulebook.words_of(game, "en")["asked"] == {"roses": "prickly / red"}


@pytest.mark.parametrize("slip", ["carots", "carrrots", "carrtos", "varrots "])
def test_a_slip_of_the_hand_is_taken_for_the_word_that_was_meant(slip: str) -> None:
    answer = BOOK.ask(slip, "en", game="rabbit-astronauts")
    meant = BOOK.ask("carrots", "en", game="rabbit-astronauts")
    assert (answer == meant) == (slip[0] == "c"), "the first letter is always right"


def test_a_short_word_is_taken_as_it_is() -> None:
    assert not BOOK.ask("fied ", "en", game="bunny-kingdom").passages, "a fief, a field, or fried?"


def test_a_number_that_no_rule_names_does_not_matter() -> None:
    asked, game = "same total who wins", "bunny-kingdom"
    assert found(BOOK.ask(f"{asked} 4711", "en", game=game)) == found(BOOK.ask(f"{asked} ", "en", game=game))


def test_the_last_word_may_be_unfinished() -> None:
    assert "camps" in found(BOOK.ask("cam", "en", game="bunny-kingdom"))
    assert not BOOK.ask("cam ", "en", game="bunny-kingdom").passages, "a space ends the word"


def test_what_is_about_the_current_phase_comes_first() -> None:
    asked, game = "carrots", "rabbit-astronauts"
    first = BOOK.ask(asked, "en", game=game, phase="helmets").passages[0].entry
    assert first.phase == "helmets"
    assert BOOK.ask(asked, "en", game=game).passages[0].entry.phase != "helmets"
    assert found(BOOK.ask(asked, "en", game=game, phase="nothing")) == found(BOOK.ask(asked, "en", game=game))


@pytest.mark.parametrize(
    ("slug", "question", "said"),
    [
        ("rocket-flight", "may the line cross itself?", "The line may cross itself but never run over itself."),
        ("rocket-flight", "Is Pluto a planet?", "Yes. Nine planets get a cell"),
        ("space-pioneers", "can two planets touch", "Two planets never touch, nor do two spaceships."),
        (
            "bunny-kingdom",
            "May a camp stand on a printed city?",
            "A printed city has a building, so no camp fits there.",
        ),
    ],
)
def test_the_sentence_that_decides_is_held_up(slug: str, question: str, said: str) -> None:
    assert BOOK.ask(question, "en", game=slug).passages[0].said.startswith(said)


def test_an_open_question_says_both_readings() -> None:
    said = BOOK.ask("Where does a removed spaceship go?", "en", game="space-pioneers").passages[0].said
    assert "One reading" in said and "The other" in said


def test_no_sentence_is_held_up_where_none_says_what_is_asked() -> None:
    passage = BOOK.ask("different kinds of food", "en", game="bunny-kingdom").passages[0]
    assert (passage.entry.id, passage.said) == ("wealth", ""), "all of it is shown, in one size"


def test_a_list_of_cases_is_never_cut_to_one_of_them() -> None:
    assert BOOK.ask("How many cards do we get with three players?", "en", game="bunny-kingdom").passages[0].said == ""


def test_every_sentence_is_one_of_the_rules() -> None:
    for slug, rows in QUESTIONS.items():
        for question, _ in rows:
            for passage in BOOK.ask(question, "en", game=slug).passages:
                written = " ".join(sentences(passage.entry.text))
                assert passage.said in written, "nothing is made up"


def test_what_is_read_aloud_to_new_players_is_no_answer() -> None:
    for slug in GAMES:
        answer = BOOK.ask("ninety seconds introduction", "en", game=slug)
        assert all(passage.entry.kind != "teach" for passage in answer.passages)


@pytest.mark.parametrize(
    "question",
    [
        '"', "'", "*", "camp*", "^camp", "camp OR", "OR", "AND", "NOT camp", "NEAR(camp city, 2)", "title:camp",
        "{title}: x", "camp AND (city", ")))", "-camp", "camp + city", "c:\\", "\x00", "\ud800", "🐰🥕", "%", "_",
        "; DROP TABLE entries", "x" * 10_000, "camp " * 2_000, '"' * 10_000, "🐰" * 10_000, "?", "", " ", "the",
        "may a in of", "½ ² Ⅷ", "か゛", "ک", "𞤀𞤢",
    ],
)  # fmt: skip
def test_no_question_is_an_error(question: str) -> None:
    for game in ("", "bunny-kingdom"):
        assert len(BOOK.ask(question, "en", game=game).passages) <= 6


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=80), st.sampled_from(["", *GAMES]), st.text(max_size=8))
def test_any_text_is_answered_the_same_each_time(question: str, game: str, phase: str) -> None:
    answer = BOOK.ask(question, "en", game=game, phase=phase)
    assert answer == BOOK.ask(question, "en", game=game, phase=phase)
    assert answer.passages or not answer.covered


def test_many_threads_may_ask_a_new_rulebook_at_once() -> None:
    book = Rulebook(GAMES)
    asked = [(slug, question) for slug, rows in QUESTIONS.items() for question, _ in rows]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda row: book.ask(row[1], "en", game=row[0]), asked))
    assert answers == [BOOK.ask(question, "en", game=slug) for slug, question in asked]


def test_the_rules_of_a_language_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read = []

    class Slow(rulebook.Index):
        def __init__(self, games: Iterable[Game[Any]], lang: str) -> None:
            read.append(lang)
            sleep(0.05)
            super().__init__(games, lang)

    monkeypatch.setattr(rulebook, "Index", Slow)
    book = Rulebook({FAIR.slug: FAIR})
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda n: book.ask("carrots", "en"), range(8)))
    assert read == ["en"]


def test_a_game_without_synonyms_is_asked_all_the_same() -> None:
    answer = Rulebook({FAIR.slug: FAIR}).ask("does a wilted flower count?", "en", game=FAIR.slug)
    assert answer.covered
    assert found(answer)[0] == "wilted"


@pytest.mark.parametrize(
    ("lang", "text", "question"),
    [
        ("ru", "## Ёлки {#trees source='x'}\nКаждая ёлка приносит две морковки.", "сколько морковок за елку?"),
        ("fr", "## Forêts {#trees source='x'}\nChaque forêt donne deux carottes.", "que donnent les forets"),
    ],
)
def test_other_languages_are_asked_in_their_own_words(tmp_path: Path, lang: str, text: str, question: str) -> None:
    (tmp_path / "rules.en.md").write_text('## Trees {#trees source="x"}\nTwo carrots each.', "utf-8")
    (tmp_path / f"rules.{lang}.md").write_text(text.replace("'", '"'), "utf-8")
    wood = replace(FAIR, slug="wood", home=str(tmp_path / "__init__.py"))

    (passage,) = Rulebook({"wood": wood}).ask(question, lang).passages
    assert passage.entry.id == "trees"


def test_texts_are_cut_into_sentences() -> None:
    text = "Two **pay** `x`. Three\ndo not! “Really?” Yes.\n\n1. First\n2. Second, p. 12\n\n| a | b |\n|---|---|\n"
    assert sentences(text) == ("Two pay x.", "Three do not!", "“Really?”", "Yes.", "First", "Second, p. 12")


def test_a_bare_no_is_held_up_with_its_reason() -> None:
    entry = rules.RuleEntry(id="a", title="A?", text="No. It fell. It is gone.", source="x", kind="faq")
    assert opening(entry) == "No. It fell."
    assert words("Doesn't a *camp* count?") == ["doesn", "t", "a", "camp", "count"]
