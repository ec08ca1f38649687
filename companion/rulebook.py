"""Ask the rules: a question in plain words is answered with passages of our own rules texts, never with new sentences.

The texts of one language lie in a full-text index in memory, made when somebody first asks in that language. Accents
and the two dots of ё do not matter, English words are compared by their stems, and words that mean the same are found
for one another: those of every game in ``rulebook.toml``, those of one game in the ``synonyms.toml`` beside its rules.
"""

from __future__ import annotations

import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log
from threading import Lock
from typing import Any
from unicodedata import combining, normalize
from weakref import finalize

from companion.core.data import data
from companion.core.game import Game
from companion.core.rules import RuleEntry, listed

LONGEST = 300  # characters of a question that are read
MOST_WORDS = 24
LONGEST_PHRASE = 3  # words of a synonym
MOST_PASSAGES = 6
NEAREST = 2  # passages shown when the rules do not cover a question
COVERED = 0.5  # share of a question that a passage has to speak of, rare words counting more
NAMED = 0.35  # that share where the question names most of the passage's title
MOST_OF_TITLE = 0.6
WORTH_SHOWING = 0.2  # of the score of the best
UNHEARD = 0.5  # entries that a word counts as being in which is in none: rarer than a word of one entry
SYNONYM = 0.8  # what a word that means the same is worth beside the word itself
WORTH = {"rule": 1.1, "faq": 1.0, "open": 1.0, "example": 0.7}
SHORTEST_SENTENCE = 4  # words; "No." alone decides, but does not explain
LONGEST_SENTENCE = 60  # words of an open question that are shown as a whole: both readings
OPEN_ENDING = 2  # letters of a Russian word that its endings may change

_WORD = re.compile(r"[^\W_]+")
_MARK = re.compile(r"[*`]+|^\s*(?:[-+]|\d+\.)\s+")
_SENTENCE = re.compile(r"(?<=[.!?…”])\s+(?=[^\W\da-zа-яß-ÿ]|[“«(])")
_TABLES = """
CREATE VIRTUAL TABLE entries USING fts5(title, text, under, tokenize = "porter unicode61 remove_diacritics 2");
CREATE VIRTUAL TABLE sentences USING fts5(text, tokenize = "porter unicode61 remove_diacritics 2");
CREATE VIRTUAL TABLE phrases USING fts5(phrase, words UNINDEXED, kin UNINDEXED,
  tokenize = "porter unicode61 remove_diacritics 2");
"""
_MATCHING = "SELECT rowid, -bm25(entries, 4.0, 1.0, 1.5) FROM entries WHERE entries MATCH ?"
_TITLED = "SELECT rowid FROM entries WHERE entries MATCH ?"
_SPEAKING = "SELECT rowid FROM sentences WHERE sentences MATCH ?"
_KIN = "SELECT DISTINCT kin FROM phrases WHERE phrases MATCH ? AND words = ?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """An entry of the rules that speaks of the question; a higher *score* fits better.

    *said* is its deciding sentence; empty where only the whole of it decides, such as a list of cases.
    """

    game: Game[Any]
    entry: RuleEntry
    said: str
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Passages, best first. Where the rules do not cover the question, these are the nearest there are."""

    passages: tuple[Passage, ...] = ()
    covered: bool = False


class Rulebook:
    """The rules of *games* in every language, open to questions from any thread."""

    def __init__(self, games: Mapping[str, Game[Any]]) -> None:
        self._games = games
        self._indexes: dict[str, Index] = {}
        self._lock = Lock()

    def ask(self, question: str, lang: str, *, game: str = "", phase: str = "") -> Answer:
        """What the rules say to *question*: those of *game*, or of all; what is about *phase* comes first."""
        with self._lock:
            if lang not in self._indexes:
                self._indexes[lang] = Index(self._games.values(), lang)
            return self._indexes[lang].ask(question, game, phase)


@dataclass(frozen=True, slots=True)
class Way:
    """One way to look for a word: an expression of the index; where *game* is set, in the rules of that game alone."""

    match: str
    game: str = ""
    worth: float = 1.0


Term = tuple[Way, ...]  # a word or phrase that is asked for, in all ways to say it; its own way first


@dataclass(slots=True)
class Fit:
    """How well one entry fits: the *share* of the question that it speaks of, its *score*, asked words in its title."""

    share: float = 0.0
    score: float = 0.0
    in_title: int = 0
    named: float = 0.0  # the share of its title that is asked for

    @property
    def covers(self) -> bool:
        """Whether it speaks of enough of the question to answer it."""
        return self.share >= (NAMED if self.named >= MOST_OF_TITLE else COVERED)


class Index:
    """The rules of all games in one language. Used by one thread at a time."""

    def __init__(self, games: Iterable[Game[Any]], lang: str) -> None:
        self._lang = lang
        self._db = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        finalize(self, self._db.close)
        self._db.executescript(_TABLES)
        self._entries: list[tuple[Game[Any], RuleEntry]] = []
        self._title_words: list[int] = []
        self._sentences: list[tuple[int, str]] = []  # the number of an entry, and what it says
        self._kin: list[Term] = []
        own = data(__file__, "rulebook.toml").get(lang, {})
        self._stop = frozenset(words(own.get("stop", "")))
        self._learn(own.get("synonyms", ()), "")
        for game in games:
            self._read(game)
            self._learn(_synonyms(game, lang), game.slug)

    def _read(self, game: Game[Any]) -> None:
        under = ""  # the heading that a question stands under
        for entry in listed(game.folder, self._lang):
            number = len(self._entries)
            row = (number, folded(entry.title), folded(entry.text), folded(under if entry.level > 2 else ""))
            self._db.execute("INSERT INTO entries (rowid, title, text, under) VALUES (?, ?, ?, ?)", row)
            self._entries.append((game, entry))
            self._title_words.append(sum(word not in self._stop for word in words(entry.title)))
            for sentence in sentences(entry.text):
                said = (len(self._sentences), folded(sentence))
                self._db.execute("INSERT INTO sentences (rowid, text) VALUES (?, ?)", said)
                self._sentences.append((number, sentence))
            under = entry.title if entry.level == 2 else under

    def _learn(self, groups: Sequence[str], game: str) -> None:
        for group in groups:
            phrases = [" ".join(words(phrase)) for phrase in group.split(",")]
            for phrase in phrases:
                row = (phrase, len(phrase.split()), len(self._kin))
                self._db.execute("INSERT INTO phrases (phrase, words, kin) VALUES (?, ?, ?)", row)
            self._kin.append(tuple(Way(f'"{phrase}"', game, SYNONYM) for phrase in phrases))

    def ask(self, question: str, game: str, phase: str) -> Answer:
        """The passages of *game* (of all where it is empty) that speak of *question*, those about *phase* first."""
        terms = tuple(dict.fromkeys(self._terms(question, game)))
        if not terms:
            return self._titled(question, game)
        found = [self._matches(term, game) for term in terms]
        scope = sum(game in ("", one.slug) for one, _ in self._entries)
        weights = [log(1 + scope / (max(len(rows), UNHEARD) + 0.5)) for rows in found]
        fits = self._fits(terms, found, weights)
        best = sorted(fits, key=lambda number: self._rank(number, fits[number], phase))
        covered = bool(best) and fits[best[0]].covers
        if covered:
            least = WORTH_SHOWING * max(fits[number].score for number in best)
            best = [number for number in best if fits[number].score >= least]
        said = self._deciding(terms, weights)
        shown = best[: MOST_PASSAGES if covered else NEAREST]
        return Answer(passages=tuple(self._passage(n, fits[n].score, said) for n in shown), covered=covered)

    def _titled(self, question: str, game: str) -> Answer:
        """The passages whose very title is *question*, such as “What it is”, which holds no word to look for."""
        asked = words(question[:LONGEST])
        shown = [
            number
            for number, (of, entry) in enumerate(self._entries)
            if asked and game in ("", of.slug) and words(entry.title) == asked
        ]
        return Answer(passages=tuple(self._passage(n, 1.0, {}) for n in shown[:MOST_PASSAGES]), covered=bool(shown))

    def _rank(self, number: int, fit: Fit, phase: str) -> tuple[bool, bool, float]:
        is_now = fit.covers and phase != "" and self._entries[number][1].phase == phase
        return not fit.covers, not is_now, -fit.score

    def _terms(self, question: str, game: str) -> Iterator[Term]:
        """What *question* asks for. Its last word may still be unfinished."""
        question = question[:LONGEST]
        asked = words(question)[:MOST_WORDS]
        at = 0
        while at < len(asked):
            many, kin = self._synonyms_at(asked, at, game)
            if kin or asked[at] not in self._stop:
                is_last = at + many == len(asked) and question[-1].isalnum()
                yield (Way(self._expression(asked[at : at + many], is_last)), *kin)
            at += many

    def _synonyms_at(self, asked: Sequence[str], at: int, game: str) -> tuple[int, Term]:
        """How many words from *at* on are one synonym, the longest that is known, and what else says the same."""
        for many in range(LONGEST_PHRASE, 0, -1):
            phrase = asked[at : at + many]
            if len(phrase) < many or (many == 1 and phrase[0] in self._stop):
                continue
            rows = self._db.execute(_KIN, (f'^ "{" ".join(phrase)}"', many)).fetchall()
            if kin := tuple(way for (n,) in rows for way in self._kin[n] if not game or way.game in ("", game)):
                return many, kin
        return 1, ()

    def _expression(self, phrase: Sequence[str], is_last: bool) -> str:
        """*phrase* for the index: open at its end while it is typed, and in Russian, whose endings have no stemmer."""
        if self._lang == "ru" and len(phrase) == 1 and len(phrase[0]) > OPEN_ENDING + 2 and not phrase[0].isascii():
            return f'"{phrase[0][:-OPEN_ENDING]}" *'
        return f'"{" ".join(phrase)}"' + (" *" if is_last else "")

    def _matches(self, term: Term, game: str) -> dict[int, float]:
        """The entries that speak of *term* in any way, each with the score of the way that fits it best."""
        best: dict[int, float] = {}
        for way in term:
            for number, score in self._db.execute(_MATCHING, (way.match,)):
                slug = self._entries[number][0].slug
                if game in ("", slug) and way.game in ("", slug):
                    best[number] = max(score * way.worth, best.get(number, 0.0))
        return best

    def _fits(
        self, terms: Sequence[Term], found: Sequence[Mapping[int, float]], weights: Sequence[float]
    ) -> Mapping[int, Fit]:
        """How well every entry fits that speaks of any of *terms*; a title that is all asked for doubles its score."""
        fits: defaultdict[int, Fit] = defaultdict(Fit)
        for term, rows, weight in zip(terms, found, weights, strict=True):
            titled = {number for (number,) in self._db.execute(_TITLED, (f"{{title}} : ({_any(term)})",))}
            for number, score in rows.items():
                fits[number].share += weight / sum(weights)
                fits[number].score += score
                fits[number].in_title += number in titled
        for number, fit in fits.items():
            fit.named = min(1.0, fit.in_title / max(1, self._title_words[number]))
            fit.score *= fit.share * (1 + fit.named) * WORTH[self._entries[number][1].kind]
        return fits

    def _deciding(self, terms: Sequence[Term], weights: Sequence[float]) -> Mapping[int, str]:
        """For each entry by its number, the sentence that speaks most of *terms*; the first of those."""
        spoken: defaultdict[int, float] = defaultdict(float)
        for term, weight in zip(terms, weights, strict=True):
            for (n,) in self._db.execute(_SPEAKING, (_any(term),)):
                spoken[n] += weight
        order = sorted(spoken, key=lambda n: (spoken[n], -n))
        return {self._sentences[n][0]: self._sentences[n][1] for n in order}

    def _passage(self, number: int, score: float, said: Mapping[int, str]) -> Passage:
        game, entry = self._entries[number]
        deciding = (said.get(number) if entry.kind == "rule" else None) or opening(entry)
        return Passage(game=game, entry=entry, said=deciding, score=round(score, 3))


def _any(term: Term) -> str:
    return " OR ".join(way.match for way in term)


def folded(text: str) -> str:
    """*text* in small letters without accents.

    >>> folded("Élan, Ёлка")
    'elan, елка'
    """
    return "".join(c for c in normalize("NFKD", text.casefold()) if not combining(c))


def words(text: str) -> list[str]:
    """The words and numbers of *text*, folded.

    >>> words("Doesn't a *camp* count?")
    ['doesn', 't', 'a', 'camp', 'count']
    """
    return _WORD.findall(folded(text))


def sentences(markdown: str) -> tuple[str, ...]:
    """The sentences of *markdown* without its marks; those of each list item apart, tables left out.

    >>> sentences("**Two** pay. Three\\ndo not.\\n\\n- a city\\n\\n| a | b |")
    ('Two pay.', 'Three do not.', 'a city')
    """
    parts = [""]
    for line in markdown.splitlines():
        starts = bool(_MARK.match(line) and not line.startswith(("*", "`")))
        if starts or not line.strip() or line.startswith("|"):
            parts.append("")
        if not line.startswith("|"):
            parts[-1] = f"{parts[-1]} {_MARK.sub('', line)}".strip()
    return tuple(sentence for part in parts if part for sentence in _SENTENCE.split(part))


def opening(entry: RuleEntry) -> str:
    """The first sentence of *entry*, with the next where it is a bare yes or no; all of a short open question.

    Empty where it begins with a list or a table, of which one part would mislead.
    """
    if entry.text.startswith(("- ", "1. ", "|")):
        return ""
    said = sentences(entry.text)
    every = " ".join(said)
    if entry.kind == "open" and len(every.split()) <= LONGEST_SENTENCE:
        return every
    return " ".join(said[:2]) if len(said[0].split()) < SHORTEST_SENTENCE else said[0]


def _synonyms(game: Game[Any], lang: str) -> Sequence[str]:
    """The groups of words that mean the same in *game*, as its file has them; none without a file."""
    there = (game.folder / "synonyms.toml").is_file()
    return data(game.home, "synonyms.toml").get(lang, ()) if there else ()
