"""How the promises were tried: what was done, what came out, when, and by which test anybody can repeat it.

The figures and days stand in ``trials.toml``, which ``python tools/prove.py`` writes when the tests have passed.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from companion.core.text import Msg, msg

FILE = Path(__file__).with_name("trials.toml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """One trial. *key* is its place among the figures; *test* is its function, ``path::name``."""

    key: str
    what: Msg
    came: Msg
    test: str

    @property
    def day(self) -> date | None:
        """When it was last passed; None if it never was with figures kept."""
        found: date | None = trials().get(self.key, {}).get("day")
        return found


@cache
def trials() -> dict[str, dict[str, Any]]:
    """The figures of each trial and the day on which it was passed."""
    return tomllib.loads(FILE.read_text("utf-8"))


def of(key: str, name: str) -> int:
    """A figure of a trial; 0 before it was ever made."""
    return int(trials().get(key, {}).get(name, 0))


NOTHING = msg("Nothing lost, nothing doubled.")
STORE, WEB, GAMES, BROWSER = "tests/store/", "tests/web/", "tests/games/", "tests/e2e/"

PROOFS: tuple[Proof, ...] = (
    Proof(
        key="killed",
        what=msg("The server was killed at %(n)d random moments while phones tapped.", n=of("killed", "kills")),
        came=msg("%(n)d taps had been confirmed: each was there, once.", n=of("killed", "confirmed")),
        test=f"{STORE}test_durability.py::test_no_confirmed_tap_is_lost_when_the_process_is_killed",
    ),
    Proof(
        key="six",
        what=msg(
            "Six phones tapped at the same moment, %(n)d times, at equal and at different fields.",
            n=of("six", "rounds"),
        ),
        came=msg(
            "Nothing lost, nothing doubled: %(n)d taps in order; whoever came second at a field was told.",
            n=of("six", "taken"),
        ),
        test=f"{STORE}test_durability.py::test_six_threads_lose_and_double_nothing",
    ),
    Proof(
        key="processes",
        what=msg("Four server processes wrote to the same plays, %(n)d taps each.", n=of("processes", "taps")),
        came=NOTHING,
        test=f"{STORE}test_durability.py::test_four_processes_lose_and_double_nothing",
    ),
    Proof(
        key="queues",
        what=msg(
            "On %(n)d evenings three phones went without a network, were reloaded, sent late, twice and cut off.",
            n=of("queues", "evenings"),
        ),
        came=msg(
            "Each of %(taps)d taps stood there once and in order, or was said already; %(shown)d were shown to their"
            " person with both values.",
            taps=of("queues", "taps"),
            shown=of("queues", "shown"),
        ),
        test=f"{STORE}test_queues.py::test_what_waited_arrives_once_in_order_or_is_shown_to_its_person",
    ),
    Proof(
        key="secrets",
        what=msg(
            "Marked secrets were searched in %(n)d answers that other phones, links, prints and files receive.",
            n=of("secrets", "answers"),
        ),
        came=msg("Found nowhere before the reveal."),
        test=f"{WEB}test_plays.py::test_a_secret_is_in_no_byte_that_others_receive",
    ),
    Proof(
        key="restart",
        what=msg(
            "Two phones in real browsers: the network went and came back, and the server was killed between two taps."
        ),
        came=msg("“Not live” within 5 seconds, up to date within 2 seconds of the return, every tap once."),
        test=f"{BROWSER}test_together.py::test_the_server_is_killed_between_two_taps",
    ),
    Proof(
        key="windows",
        what=msg("%(n)d windows of one browser, all in sight.", n=of("windows", "windows")),
        came=msg("All of them stay up to date."),
        test=f"{BROWSER}test_together.py::test_eight_tabs_that_are_all_in_sight",
    ),
    Proof(
        key="soak",
        what=msg(
            "Three phones at one table for %(n)d minutes, with long gaps, each asleep at times.",
            n=of("soak", "minutes"),
        ),
        came=msg("The same points on all of them and on the disk at every step."),
        test=f"{BROWSER}test_trusted.py::test_totals_stay_while_an_evening_goes_by",
    ),
    Proof(
        key="proxy",
        what=msg(
            "A proxy between phone and site cut lines on which nothing was said, %(n)d times.", n=of("proxy", "cut")
        ),
        came=msg("The page came back by itself and missed nothing."),
        test=f"{BROWSER}test_trusted.py::test_a_proxy_that_cuts_idle_lines",
    ),
    Proof(
        key="load",
        what=msg(
            "%(n)d tables of four live phones on a machine with two cores, a tap every 4 seconds at each.",
            n=of("load", "tables"),
        ),
        came=msg(
            "95 of 100 taps were on the other phones within %(ms)d ms; nothing failed, nothing was lost or doubled."
            " The server held %(early)d MB after a minute, %(late)d MB at the end, with %(steps)d taps more to keep.",
            ms=of("load", "ms"),
            early=of("load", "early"),
            late=of("load", "late"),
            steps=of("load", "steps"),
        ),
        test="bench/load.py::load",
    ),
    Proof(
        key="writing",
        what=msg(
            "All %(phones)d phones of %(tables)d tables wrote for %(n)d minutes.",
            phones=3 * of("writing", "tables"),
            tables=of("writing", "tables"),
            n=of("writing", "minutes"),
        ),
        came=msg("%(n)d taps, none refused, none lost, none doubled.", n=of("writing", "taps")),
        test="tests/test_load.py::test_many_tables_write_at_once_and_nothing_is_refused_or_lost",
    ),
    Proof(
        key="anything",
        what=msg(
            "%(nights)d evenings of every game: %(taps)d taps, undo, redo, people who come and go, files and"
            " restarts in any order.",
            nights=of("anything", "nights"),
            taps=of("anything", "taps"),
        ),
        came=msg("What the log alone says is what stood there, at every step."),
        test=f"{GAMES}test_any_evening.py::test_any_evening_stays_sound",
    ),
    Proof(
        key="guesses",
        what=msg("%(n)d codes were guessed from two hundred networks.", n=of("guesses", "guesses")),
        came=msg(
            "%(n)d were turned away unread; those at the table played on.",
            n=of("guesses", "turned_away"),
        ),
        test=f"{WEB}test_joining.py::test_guessing_from_many_addresses_is_slowed_together",
    ),
    Proof(
        key="gone",
        what=msg("A phone that listened was sent away from its table."),
        came=msg("It heard so after %(ms)d ms; from then on it was refused everything.", ms=of("gone", "ms")),
        test=f"{WEB}test_live.py::test_who_is_sent_away_hears_it_within_a_second",
    ),
)


def made() -> tuple[Proof, ...]:
    """The trials that were passed, with their figures."""
    return tuple(proof for proof in PROOFS if proof.day)
