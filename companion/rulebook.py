"""Ask the rules: a question in plain words is answered with passages of our own rules texts, never with new sentences.

The texts of one language lie in a full-text index in memory, made when somebody first asks in that language. Accents
and the two dots of ё do not matter, English words are compared by their stems, and words that mean the same are found
for one another: those of every game in ``rulebook.toml``, those of one game in the ``synonyms.toml`` beside its rules.
``asked.toml`` there says how players ask for a section in words that it does not use itself. A word that nobody knows
is taken for the one that differs in a single letter.
"""

from __future__ import annotations

import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from math import exp, log, log1p, sqrt
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
FEWEST = 3  # passages that are shown, as far as there are any, however much better the first is
NEAREST = 2  # passages shown when the rules do not cover a question
COVERED = 0.9  # how sure one has to be that a passage answers the question; told by what nobody asks at a table
WORD_KNOWN = 0.15  # how much surer each word makes one that the game knows at all
TITLE_NAMED = 0.25  # and a title that the question names
WORTH_SHOWING = 0.01  # of the score of the best
UNHEARD = 0.5  # entries that a word counts as being in which is in none: rarer than a word of one entry
SHORTEST_TYPO = 5  # letters of a word that is taken for another one
ENDINGS = (1, 2, 3)  # letters at the end of an unknown word that may be one: a starter starts
SHORTEST_ROOT = 4
SMALL = 0.5  # what a word such as "how" or "many", which asks for nothing by itself, weighs beside one that does
COMMON = 0.25  # of all lines: a small word that more of them hold tells nothing
SPOKEN = 4.0  # how much an entry gains by speaking of all that is asked, as a power of e
LIKE = 8.0  # by titles and ways to ask that are like the question
LIKEST = 3  # how many of these are looked at
SAYS = 2.0  # by a sentence of its text that is
SYNONYM = 0.8  # what a word that means the same is worth beside the word itself
NUMBER = 0.5  # what a number weighs beside a word
WORTH = {"rule": 1.1, "faq": 1.0, "open": 1.0, "example": 0.7}
DECIDES = 0.4  # share of what a passage speaks of that one sentence has to say to decide
SHORTEST_SENTENCE = 4  # words; "No." alone decides, but does not explain
LONGEST_SENTENCE = 60  # words of an open question that are shown as a whole: both readings
OPEN_ENDING = 2  # letters of a Russian word that its endings may change

_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r'"\d+"(?: \*)?')
_MARK = re.compile(r"[*`]+|^\s*(?:[-+]|\d+\.)\s+")
_SENTENCE = re.compile(r"(?<=[.!?…”])\s+(?=[^\W\da-zа-яß-ÿ]|[“«(])")
_TABLES = """
CREATE VIRTUAL TABLE entries USING fts5(title, text, under, asked, tokenize = "porter unicode61 remove_diacritics 2");
CREATE VIRTUAL TABLE lines USING fts5(text, tokenize = "porter unicode61 remove_diacritics 2");
CREATE VIRTUAL TABLE phrases USING fts5(phrase, words UNINDEXED, kin UNINDEXED,
  tokenize = "porter unicode61 remove_diacritics 2");
"""
_MATCHING = "SELECT rowid, -bm25(entries, 4.0, 1.0, 1.5, 3.0) FROM entries WHERE entries MATCH ?"
_TITLED = "SELECT rowid FROM entries WHERE entries MATCH ?"
_SPEAKING = "SELECT rowid FROM lines WHERE lines MATCH ? AND rowid BETWEEN ? AND ?"
_PHRASED = "SELECT rowid FROM phrases WHERE phrases MATCH ?"
_SAYING = "SELECT rowid FROM entries WHERE entries MATCH ? AND rowid = ?"
_KIN = "SELECT DISTINCT kin FROM phrases WHERE phrases MATCH ? AND words = ? AND (? OR phrase = ?)"


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


@dataclass(frozen=True, slots=True)
class Line:
    """A line to find an entry by, the entry by its number: a sentence it *says*, else its title or how it is asked."""

    number: int
    text: str
    says: bool
    many: float  # words of it, small ones counting less


@dataclass(slots=True)
class Fit:
    """How well one entry fits: the *share* of the question that it speaks of, its *score*, asked words in its title."""

    share: float = 0.0  # rare words counting more
    score: float = 0.0
    in_title: int = 0
    named: float = 0.0  # the share of its title that is asked for
    known: int = 0  # words of the question that its game speaks of
    spoken: float = 0.0  # the share that its lines speak of, small words included

    @property
    def covers(self) -> bool:
        """Whether it speaks of enough of the question to answer it."""
        return self.share + self.named * TITLE_NAMED + self.known * WORD_KNOWN >= COVERED


class Index:
    """The rules of all games in one language. Used by one thread at a time."""

    def __init__(self, games: Iterable[Game[Any]], lang: str) -> None:
        self._lang = lang
        self._db = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        finalize(self, self._db.close)
        self._db.executescript(_TABLES)
        self._entries: list[tuple[Game[Any], RuleEntry]] = []
        self._titles: list[list[str]] = []
        self._lines: list[Line] = []
        self._plain: defaultdict[frozenset[str], list[int]] = defaultdict(list)  # entries, by small words asked alone
        self._spans: dict[str, tuple[int, int]] = {}  # the first and the last line of each game
        self._kin: list[Term] = []
        self._spelt: defaultdict[str, set[str]] = defaultdict(set)  # known words, by themselves less one letter
        own = data(__file__, "rulebook.toml").get(lang, {})
        self._stop = frozenset(words(own.get("stop", "")))
        self._beyond = phrases(own.get("beyond", ""))
        self._spell(self._stop)
        self._learn(own.get("synonyms", ()), "")
        for game in games:
            self._read(game)
            self._learn(_beside(game, "synonyms.toml", lang) or (), game.slug)
        self._spans[""] = (0, len(self._lines) - 1)

    def _read(self, game: Game[Any]) -> None:
        asked = _beside(game, "asked.toml", self._lang) or {}
        first, under = len(self._lines), ""  # the heading that a question stands under
        for entry in listed(game.folder, self._lang):
            number, also = len(self._entries), asked.get(entry.id, ())
            texts = (entry.title, entry.text, under if entry.level > 2 else "", "\n".join(also))
            row = (number, *map(folded, texts))
            self._db.execute("INSERT INTO entries (rowid, title, text, under, asked) VALUES (?, ?, ?, ?, ?)", row)
            self._entries.append((game, entry))
            self._titles.append(words(entry.title))
            for says, lines in ((False, (entry.title, *also)), (True, sentences(entry.text))):
                for text in lines:
                    row = (len(self._lines), folded(text))
                    self._db.execute("INSERT INTO lines (rowid, text) VALUES (?, ?)", row)
                    said = words(text)
                    meaning = self._meaning(said)
                    self._lines.append(Line(number, text, says, SMALL * len(said) + (1 - SMALL) * meaning))
                    if not (meaning or says):
                        self._plain[frozenset(said)].append(number)
            self._spell(words(" ".join(texts)))
            under = entry.title if entry.level == 2 else under
        self._spans[game.slug] = (first, len(self._lines) - 1)

    def _meaning(self, said: Iterable[str]) -> int:
        """How many of the words *said* mean something."""
        return sum(word not in self._stop for word in said)

    def _spell(self, known: Iterable[str]) -> None:
        for word in known:
            for less in _less(word):
                self._spelt[less].add(word)

    def _learn(self, groups: Sequence[str], game: str) -> None:
        for group in groups:
            same = phrases(group)
            for phrase in same:
                row = (phrase, len(phrase.split()), len(self._kin))
                self._db.execute("INSERT INTO phrases (phrase, words, kin) VALUES (?, ?, ?)", row)
                self._spell(phrase.split())
            self._kin.append(tuple(Way(f'"{phrase}"', game, SYNONYM) for phrase in same))

    def ask(self, question: str, game: str, phase: str) -> Answer:
        """The passages of *game* (of all where it is empty) that speak of *question*, those about *phase* first."""
        asked = words(question[:LONGEST])
        terms = tuple(dict.fromkeys(self._terms(question, game)))
        if not terms:
            return self._worded(asked, game)
        found = [self._matches(term, game) for term in terms]
        scope = sum(game in ("", one.slug) for one, _ in self._entries)
        weights = [_weight(term, len(rows), scope) for term, rows in zip(terms, found, strict=True)]
        lines = [self._speaking(term, game) for term in terms]
        fits = self._fits(terms, found, weights)
        self._compare(fits, terms, lines, self._small(asked, game), game)
        best = sorted(fits, key=lambda number: self._rank(number, fits[number], asked, phase))
        covered = bool(best) and fits[best[0]].covers and not self._is_beyond(asked, best[0])
        if covered:
            least = WORTH_SHOWING * max(fits[number].score for number in best)
            best = [number for n, number in enumerate(best) if n < FEWEST or fits[number].score >= least]
        said = self._deciding(lines, weights, {number: fit.share * sum(weights) for number, fit in fits.items()})
        shown = best[: MOST_PASSAGES if covered else NEAREST]
        return Answer(passages=tuple(self._passage(n, fits[n].score, said) for n in shown), covered=covered)

    def _worded(self, asked: list[str], game: str) -> Answer:
        """The passages that are *asked* for in these very words, such as “What it is”, which hold none to look for."""
        named = dict.fromkeys(self._plain.get(frozenset(asked), ()))
        shown = [number for number in named if game in ("", self._entries[number][0].slug)]
        return Answer(passages=tuple(self._passage(n, 1.0, {}) for n in shown[:MOST_PASSAGES]), covered=bool(shown))

    def _is_beyond(self, asked: Sequence[str], number: int) -> bool:
        """Whether it is *asked* for what no rule says, in words that entry *number* does not use either."""
        said = f" {' '.join(asked)} "
        found = [phrase for phrase in self._beyond if f" {phrase} " in said]
        return not all(self._db.execute(_SAYING, (f'"{phrase}"', number)).fetchone() for phrase in found)

    def _rank(self, number: int, fit: Fit, asked: list[str], phase: str) -> tuple[bool, bool, float]:
        is_now = fit.covers and phase != "" and self._entries[number][1].phase == phase
        return self._titles[number] != asked, not is_now, -fit.score

    def _terms(self, question: str, game: str) -> Iterator[Term]:
        """What *question* asks for. Its last word may still be unfinished."""
        question = question[:LONGEST]
        asked = [self._meant(word) for word in words(question)[:MOST_WORDS]]
        at = 0
        while at < len(asked):
            many, kin = self._synonyms_at(asked, at, game)
            if kin or asked[at] not in self._stop:
                is_last = at + many == len(asked) and question[-1].isalnum()
                yield (Way(self._expression(asked[at : at + many], is_last)), *kin)
            at += many

    def _meant(self, word: str) -> str:
        """*word*; or, where nobody knows it, not even as a start, the word it is a slip of or has its root in."""
        if len(word) < SHORTEST_TYPO or word in self._spelt.get(word, ()):
            return word
        start = f'"{word}" *'
        if any(self._db.execute(found, (start,)).fetchone() for found in (_TITLED, _PHRASED)):
            return word
        near = {known for less in _less(word) for known in self._spelt.get(less, ()) if known[0] == word[0]}
        slip = min(near, key=lambda known: (len(known) == len(word), known), default="")
        roots = (word[:-ending] for ending in ENDINGS if len(word) - ending >= SHORTEST_ROOT)
        return slip or next((root for root in roots if root in self._spelt.get(root, ())), word)

    def _synonyms_at(self, asked: Sequence[str], at: int, game: str) -> tuple[int, Term]:
        """How many words from *at* on are one synonym, the longest that is known, and what else says the same."""
        for many in range(LONGEST_PHRASE, 0, -1):
            phrase = asked[at : at + many]
            if len(phrase) < many:
                continue
            said = " ".join(phrase)  # words of no meaning have to be the very ones: good is not goods
            rows = self._db.execute(_KIN, (f'^ "{said}"', many, self._meaning(phrase) > 0, said)).fetchall()
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

    def _speaking(self, term: Term, game: str) -> Mapping[int, float]:
        """The lines that speak of *term*, by their numbers, each with what the best way is worth that it does so in."""
        best: dict[int, float] = {}
        for way in term:
            for (n,) in self._db.execute(_SPEAKING, (way.match, *self._spans[way.game or game])):
                best[n] = max(way.worth, best.get(n, 0.0))
        return best

    def _small(self, asked: Sequence[str], game: str) -> list[Mapping[int, float]]:
        """The lines that hold each small word of those *asked*, but one of one letter or in very many lines."""
        first, last = self._spans[game]
        small = [word for word in dict.fromkeys(asked[:MOST_WORDS]) if len(word) > 1 and word in self._stop]
        found = [self._speaking((Way(f'"{word}"'),), game) for word in small]
        return [lines for lines in found if len(lines) < COMMON * (last - first + 1)]

    def _fits(
        self, terms: Sequence[Term], found: Sequence[Mapping[int, float]], weights: Sequence[float]
    ) -> Mapping[int, Fit]:
        """How well every entry fits that speaks of any of *terms*; a title that is all asked for doubles its score."""
        fits: defaultdict[int, Fit] = defaultdict(Fit)
        whole = sum(weights) or 1.0
        for term, rows, weight in zip(terms, found, weights, strict=True):
            titled = {number for (number,) in self._db.execute(_TITLED, (f"{{title}} : ({_any(term)})",))}
            for number, score in rows.items():
                fits[number].share += weight / whole
                fits[number].score += score
                fits[number].in_title += number in titled
        known = Counter(slug for rows in found for slug in {self._entries[number][0].slug for number in rows})
        for number, fit in fits.items():
            fit.known = known[self._entries[number][0].slug]
            fit.named = min(1.0, fit.in_title / max(1, self._meaning(self._titles[number])))
            fit.score *= (1 + fit.named) * WORTH[self._entries[number][1].kind]
        return fits

    def _compare(
        self,
        fits: Mapping[int, Fit],
        terms: Sequence[Term],
        lines: Sequence[Mapping[int, float]],
        small: Sequence[Mapping[int, float]],
        game: str,
    ) -> None:
        """Raise the score of each of *fits* by how much of the question its lines speak of and how like it they are.

        *lines* are those that speak of each of *terms*, *small* those that hold each small word.
        """
        first, last = self._spans[game]
        scope = last - first + 1
        weights = [_weight(term, len(each), scope) for term, each in zip(terms, lines, strict=True)]
        weights += [SMALL * _rarity(len(each), scope) for each in small]
        whole = sum(weights) or 1.0
        shares: defaultdict[int, float] = defaultdict(float)
        hits: defaultdict[int, float] = defaultdict(float)
        for at, (speaking, weight) in enumerate(zip([*lines, *small], weights, strict=True)):
            size, spoken = (1.0 if at < len(lines) else SMALL), dict[int, float]()
            for n, worth in speaking.items():
                shares[n] += worth * weight / whole
                hits[n] += size
                spoken[self._lines[n].number] = max(worth, spoken.get(self._lines[n].number, 0.0))
            for number in spoken.keys() & fits.keys():
                fits[number].spoken += spoken[number] * weight / whole
        like: defaultdict[tuple[int, bool], list[float]] = defaultdict(list)
        for n, share in shares.items():
            line = self._lines[n]
            like[line.number, line.says].append(sqrt(share * min(1.0, hits[n] / line.many)))
        for number, fit in fits.items():
            asked = sum(nlargest(LIKEST, like[number, False])) / LIKEST
            fit.score *= exp(SPOKEN * fit.spoken + LIKE * asked + SAYS * max(like[number, True], default=0.0))

    def _deciding(
        self, lines: Sequence[Iterable[int]], weights: Sequence[float], spoken: Mapping[int, float]
    ) -> Mapping[int, str]:
        """For each entry by its number, the sentence that says most of what is asked; the first of those.

        It is empty where no single sentence says enough of what the entry is known to be asked for, of weight *spoken*.
        """
        heard = _heard(lines, weights)
        best = sorted((n for n in heard if self._lines[n].says), key=lambda n: (heard[n][1], -n))
        decides = {self._lines[n].number: n for n in best}
        return {
            number: self._lines[n].text if heard[n][1] >= DECIDES * spoken.get(number, 0.0) else ""
            for number, n in decides.items()
        }

    def _passage(self, number: int, score: float, said: Mapping[int, str]) -> Passage:
        game, entry = self._entries[number]
        deciding = said.get(number) if entry.kind == "rule" and len(sentences(entry.text)) > 1 else None
        shown = opening(entry) if deciding is None else deciding
        return Passage(game=game, entry=entry, said=shown, score=round(log1p(score), 3))


def _weight(term: Term, spoken: int, scope: int) -> float:
    """What *term* weighs, of which *spoken* of *scope* entries speak: a number less, one that nobody knows nothing."""
    weight = _rarity(spoken, scope)
    return weight if not _NUMBER.fullmatch(term[0].match) else weight * NUMBER if spoken else 0.0


def _rarity(spoken: int, scope: int) -> float:
    """What a word weighs that *spoken* of *scope* entries or lines hold."""
    return log(1 + scope / (max(spoken, UNHEARD) + 0.5))


def _heard(lines: Sequence[Iterable[int]], weights: Sequence[float]) -> Mapping[int, tuple[int, float]]:
    """For each line how many of the terms it speaks of, and what these weigh; *lines* are those of each term."""
    heard: defaultdict[int, tuple[int, float]] = defaultdict(lambda: (0, 0.0))
    for speaking, weight in zip(lines, weights, strict=True):
        for n in speaking:
            heard[n] = (heard[n][0] + 1, heard[n][1] + weight)
    return heard


def _less(word: str) -> Iterator[str]:
    """*word*, and *word* without any one of its letters: words that share one of these differ by a slip of the hand.

    >>> sorted(set(_less("camp")) & set(_less("clamp")))
    ['camp']
    """
    yield word
    yield from (word[:n] + word[n + 1 :] for n in range(len(word)))


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


def phrases(text: str) -> list[str]:
    """The phrases of *text*, which commas part, folded.

    >>> phrases("Who made, T-shirt,")
    ['who made', 't shirt']
    """
    return [" ".join(found) for part in text.split(",") if (found := words(part))]


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


def _beside(game: Game[Any], name: str, lang: str) -> Any:
    """What the file *name* beside the rules of *game* says in *lang*; None where it says nothing or is not there."""
    there = (game.folder / name).is_file()
    return data(game.home, name).get(lang) if there else None


def words_everywhere(lang: str) -> dict[str, Any]:
    """What asking knows of *lang* in any game, for a phone that searches by itself: words of no meaning, and kin.

    And the phrases that ask for what no rule says.
    """
    own = data(__file__, "rulebook.toml").get(lang, {})
    stop = sorted(set(words(own.get("stop", ""))))
    return {"stop": stop, "kin": own.get("synonyms", ()), "beyond": phrases(own.get("beyond", ""))}


def words_of(game: Game[Any], lang: str) -> dict[str, Any]:
    """The same of *game*: kin, and for each section the words that players ask for it with, each of them once.

    Those of several ways to ask stand before a stroke, those of one behind it. What a phone finds by the
    title, or as well by the text, is left out.
    """
    stop = set(words_everywhere(lang)["stop"])
    asked = _beside(game, "asked.toml", lang) or {}
    texts = {entry.id: (words(entry.title), set(words(entry.text))) for entry in listed(game.folder, lang)}
    said = {}
    for key, ways in asked.items():
        title, text = texts[key]
        found = Counter(word for way in ways for word in dict.fromkeys(words(way)))
        known = stop.union(title, (f"{word}s" for word in found))
        often = [word for word in found if found[word] > 1 and word not in known]
        once = [word for word in found if found[word] == 1 and word not in known | text]
        said[key] = " ".join([*often, "/", *once])
    return {"kin": _beside(game, "synonyms.toml", lang) or (), "asked": said}
