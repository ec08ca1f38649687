"""How the promises were tried: what was done, what came out, when, and by which test anybody can repeat it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from companion.core.text import Msg, msg

DAY = date(2026, 11, 30)


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """One trial. *test* is its function, ``path::name``."""

    what: Msg
    came: Msg
    test: str
    day: date = DAY


NOTHING = msg("Nothing lost, nothing doubled.")
STORE, WEB, BROWSER = "tests/store/", "tests/web/", "tests/e2e/"

PROOFS: tuple[Proof, ...] = (
    Proof(
        what=msg("The server was killed at %(n)d random moments while phones tapped.", n=200),
        came=NOTHING,
        test=f"{STORE}test_durability.py::test_no_confirmed_tap_is_lost_when_the_process_is_killed",
    ),
    Proof(
        what=msg("Six phones tapped at the same moment, %(n)d times, at equal and at different fields.", n=1000),
        came=NOTHING,
        test=f"{STORE}test_durability.py::test_six_threads_lose_and_double_nothing",
    ),
    Proof(
        what=msg("Four server processes wrote to the same plays, %(n)d taps each.", n=1000),
        came=NOTHING,
        test=f"{STORE}test_durability.py::test_four_processes_lose_and_double_nothing",
    ),
    Proof(
        what=msg(
            "On %(n)d evenings three phones went without a network, were reloaded, sent late, twice and cut off.", n=400
        ),
        came=msg("Every tap arrived once and in order, or was shown to its person with both values."),
        test=f"{STORE}test_queues.py::test_what_waited_arrives_once_in_order_or_is_shown_to_its_person",
    ),
    Proof(
        what=msg("Marked secrets were searched in everything that other phones, links, prints and files receive."),
        came=msg("Found nowhere before the reveal."),
        test=f"{WEB}test_plays.py::test_a_secret_is_in_no_byte_that_others_receive",
    ),
    Proof(
        what=msg(
            "Two phones in real browsers: the network went and came back, and the server was killed between two taps."
        ),
        came=msg("“Not live” within 5 seconds, up to date within 2 seconds of the return, every tap once."),
        test=f"{BROWSER}test_together.py::test_the_server_is_killed_between_two_taps",
    ),
    Proof(
        what=msg("Eight windows of one browser, all in sight."),
        came=msg("All of them stay up to date."),
        test=f"{BROWSER}test_together.py::test_eight_tabs_that_are_all_in_sight",
    ),
    Proof(
        what=msg("%(n)d tables of four live phones on a machine with two cores, a tap every 4 seconds at each.", n=200),
        came=msg("95 of 100 taps were on the other phones within 42 ms; nothing failed, nothing was lost or doubled."),
        test="bench/load.py::load",
    ),
    Proof(
        what=msg("Taps, undo, redo, corrections and restarts in any order, against a second way to keep the game."),
        came=msg("The same figures at every step."),
        test="tests/games/bunny_kingdom/test_taps.py::TestTaps",
    ),
    Proof(
        what=msg("%(n)d codes were guessed from two hundred networks.", n=10000),
        came=msg("All but the first thousand or so were turned away; those at the table played on."),
        test=f"{WEB}test_joining.py::test_guessing_from_many_addresses_is_slowed_together",
    ),
)
