"""A second way to keep an evening: from the raw steps, by numbers written down anew; it shares no code with the app."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

STARTS = (2, 3, 4, 5)
FEES = (3, 4, 5)
PLANT = {  # pay, get by level
    "water_purification": (("w3", "a1"), ("w2", "a1"), ("w2", "a2"), ("w1", "a2")),
    "bean_field": (("w3", "b2"), ("w2", "b2"), ("w2", "b3"), ("w2", "b4")),
    "export_water": (("a1", "w3m1"), ("a1", "w3m2"), ("a1", "w4m1"), ("a1", "w4m2")),
    "export_beans": (("b2", "m3"), ("b2", "m4"), ("b1", "m4"), ("b1", "m6")),
    "bank": (("", "m1"),) * 4,
}
CELLS = {  # cost, gains, level
    "water_purification": ((3, "", 2), (4, "a2v1", 0), (4, "v1", 3), (5, "v3", 0), (7, "v6", 4)),
    "bean_field": ((2, "", 2), (3, "b2", 0), (4, "v1", 3), (5, "v3", 0), (6, "v4", 4)),
    "export_water": ((3, "a2", 2), (4, "a2v1", 0), (5, "v2", 3), (6, "v4", 0), (8, "v7", 4)),
    "export_beans": ((3, "", 2), (4, "b3v1", 0), (4, "v1", 3), (5, "v3", 0), (7, "v6", 4)),
}
MANAGERS = ("export_water", "export_beans")
STATION = {"A": ("m1", "a1"), "B": ("", "w1"), "C": ("w1", "b2"), "D": ("b1", "m5"), "E": ("a1", "w6")}
HOME = {"home_1": "b2a1", "home_2": "m3", "home_3": "w4", "last_returner": ""}
GAINS = {  # on reaching a level
    "launch_engine": ("b1v1", "v3", "v6"),
    "propulsion_engine": ("", "a1", "v1"),
    "transport_container": ("b1w2", "a1w2v2", "b1a1v4"),
}
LAUNCH = ("b4", "b3", "b2")
MOVE = (5, 4, 3, 2)
ROOM = (3, 6, 9, 12)
PRIZES = {True: ((2, 1, 0), (5, 2, 1), (8, 3, 2)), False: ((1, 0, 0), (3, 1, 0), (5, 2, 1))}
SETS = {3: 4, 4: 8, 5: 16}
LETTER = {"workforce": "w", "money": "m", "beans": "b", "water": "a", "vp": "v"}


def parts(text: str) -> list[tuple[str, int]]:
    """``b2a1`` as (b, 2), (a, 1)."""
    return [(text[n], int(text[n + 1])) for n in range(0, len(text), 2)]


@dataclass
class Firm:
    """One player: w m b a v, the container's B A, levels, cards, Orders as [destination, standing, loss]."""

    pile: Counter[str] = field(default_factory=Counter)
    level: dict[str, int] = field(default_factory=lambda: dict.fromkeys(GAINS, 1))
    orders: list[list[Any]] = field(default_factory=list)
    cards: Counter[str] = field(default_factory=Counter)

    def give(self, text: str, *, aboard: bool = False, stored: int = 0) -> None:
        for what, n in parts(text):
            for k in range(n):
                full = self.pile["B"] + self.pile["A"] >= ROOM[self.level["transport_container"] - 1]
                inside = aboard and what in "ba" and not full and k >= stored
                self.pile[what.upper() if inside else what] += 1

    def pay(self, text: str, *, space: bool = False) -> None:
        for what, n in parts(text):
            for _ in range(n):
                inside = what in "ba" and (space or not self.pile[what])
                self.pile[what.upper() if inside else what] -= 1


class Evening:
    """Everybody after some steps."""

    def __init__(self, seats: Sequence[int], steps: Sequence[Mapping[str, Any]]) -> None:
        self.seats = tuple(seats)
        self.firms = {seat: Firm() for seat in seats}
        self.tokens: dict[tuple[str, int], int] = {}
        self.space: set[int] = set()
        self.home: dict[int, str] = {}
        self.clock, self.length, self.flag = 0, 0, False
        self.round, self.start, self.late = 1, seats[0], False
        self.effect, self.stop, self.first = "", "", True
        self.said: dict[str, list[int]] = {}
        self.done: list[str] = []
        for step in counting(steps):
            getattr(self, step["kind"], lambda step: None)(step)
            if step["kind"] in TURN_OVER:
                self.next(step)

    # -------------------------------------------------- turns

    @property
    def overtime(self) -> bool:
        return self.flag or bool(self.length and self.clock >= self.length)

    def next(self, step: Mapping[str, Any]) -> None:
        """The next turn begins, in overtime or not."""
        self.late, self.effect, self.stop, self.first = self.overtime, "", "", True

    def act(self, seat: int) -> Firm:
        """The first thing in a turn: overtime is paid."""
        firm = self.firms[seat]
        if self.late and self.first:
            firm.pile["m"] -= FEES[self.round - 1]
        self.first = False
        return firm

    def tick(self, n: int) -> None:
        if not self.overtime:
            self.clock += n

    def dealt(self, step: Mapping[str, Any]) -> None:
        firm = self.firms[step["seat"]]
        place = (self.seats.index(step["seat"]) - self.seats.index(self.start)) % len(self.seats)
        firm.pile["m"], firm.pile["w"] = STARTS[place], step["workforce"]
        firm.cards["unsorted"] = 4
        firm.orders.append([step["destination"], "received", step.get("loss")])

    def track_set(self, step: Mapping[str, Any]) -> None:
        self.length = step["length"]

    def overtime_set(self, step: Mapping[str, Any]) -> None:
        self.flag = self.late = step["on"]

    def card_played(self, step: Mapping[str, Any]) -> None:
        self.act(step["seat"])

    def conferred(self, step: Mapping[str, Any]) -> None:
        self.act(step["seat"])
        self.tick(step["steps"])

    def waited(self, step: Mapping[str, Any]) -> None:
        self.tick(1)

    def effect_used(self, step: Mapping[str, Any]) -> None:
        firm, self.effect = self.firms[step["seat"]], step["effect"]
        own = sum(seat == step["seat"] for seat in self.tokens.values())
        firm.pay({"double_head_office": "w1"}.get(self.effect, ""))
        simple = {"bean_1": "b1", "water_1": "a1", "money_per_token": f"m{own}"}
        firm.give(simple.get(self.effect, ""))
        if self.effect == "beans_2_or_water_1":
            firm.give("b2" if step["pick"] == "beans" else "a1")

    def plant(self, name: str) -> int:
        """A facility's level."""
        return max([1, *(CELLS[name][cell - 1][2] for where, cell in self.tokens if where == name)])

    def office_used(self, step: Mapping[str, Any]) -> None:
        firm, name = self.firms[step["seat"]], step["office"]
        pays, gives = PLANT[name][0 if name == "bank" else self.plant(name) - 1]
        firm.pay(pays)
        firm.give(gives)
        if self.effect == "double_head_office" and step["nth"] == 1:
            return
        self.next(step)

    def order_taken(self, step: Mapping[str, Any]) -> None:
        firm, n = self.firms[step["seat"]], step["number"]
        n = n + 3 if self.effect == "order_plus_3" else 2 * n if self.effect == "order_double" else n
        firm.pile["w"] = max(firm.pile["w"], n)
        for order in firm.orders:
            if order[:2] == [step["destination"], "received"]:
                order[1] = "failed"
        firm.orders.append([step["destination"], "received", step.get("loss")])

    def improved(self, step: Mapping[str, Any]) -> None:
        firm = self.firms[step["seat"]]
        firm.pile["m"] -= step["cost"]
        firm.level[step["part"]] += 1
        firm.give(GAINS[step["part"]][firm.level[step["part"]] - 2])

    def invested(self, step: Mapping[str, Any]) -> None:
        firm, name = self.firms[step["seat"]], step["facility"]
        cost, gives, _ = CELLS[name][step["cell"] - 1]
        firm.pile["m"] -= max(0, cost - (self.effect == "discount_invest_1"))
        firm.give(gives)
        firm.cards[step.get("card", "none")] += 1
        firm.cards[step.get("ends", "none")] += 1
        self.tokens[name, step["cell"]] = step["seat"]

    def employed(self, step: Mapping[str, Any]) -> None:
        firm = self.firms[step["seat"]]
        firm.pay("w2")
        firm.cards[step["card"]] += 1
        firm.cards[step.get("ends", "none")] += 1

    def loaded(self, step: Mapping[str, Any]) -> None:
        what = "b" if step["goods"] == "beans" else "a"
        self.firms[step["seat"]].pile[what] -= step["by"]
        self.firms[step["seat"]].pile[what.upper()] += step["by"]

    def launched(self, step: Mapping[str, Any]) -> None:
        firm = self.act(step["seat"])
        firm.pay(LAUNCH[firm.level["launch_engine"] - 1])
        self.stop = step["to"]

    def moved(self, step: Mapping[str, Any]) -> None:
        firm = self.act(step["seat"])
        if self.stop != "wormhole":
            firm.pile["w"] -= MOVE[firm.level["propulsion_engine"] - 1]
        self.stop = step["to"]
        if self.stop == "time":
            self.tick(1)
            self.next(step)

    def station_used(self, step: Mapping[str, Any]) -> None:
        firm = self.firms[step["seat"]]
        pays, gives = STATION[step["station"]]
        firm.pay(pays, space=True)
        firm.give(gives, aboard=True, stored=step.get("stored", 0))

    def order_achieved(self, step: Mapping[str, Any]) -> None:
        firm = self.firms[step["seat"]]
        order = next(one for one in firm.orders if one[:2] == [step["destination"], "received"])
        order[1] = "achieved"
        firm.pile["v"] += step["vp"]
        firm.pile["B"] -= step.get("beans", 0)
        firm.pile["A"] -= step.get("water", 0)

    def site_built(self, step: Mapping[str, Any]) -> None:
        firm = self.firms[step["seat"]]
        firm.pile["v"] += step["vp"]
        firm.pile["B"] -= step.get("beans", 0)
        firm.pile["A"] -= step.get("water", 0)
        self.stop = step["to"]

    def came_home(self, step: Mapping[str, Any]) -> None:
        self.firms[step["seat"]].give(HOME[step["cell"]])
        self.home[step["seat"]] = step["cell"]

    def adjusted(self, step: Mapping[str, Any]) -> None:
        firm = self.firms[step["seat"]]
        what = step["what"]
        if what in LETTER:
            firm.pile[LETTER[what]] += step["by"]
        else:
            firm.cards[what] += step["by"]

    # -------------------------------------------------- the ending

    def phase_ended(self, step: Mapping[str, Any]) -> None:
        if step["phase"] != "ending":
            self.next(step)
            return
        for name in self.steps()[len(self.done) :]:
            self.step_done({"step": name})
        self.round, self.done, self.said = self.round + 1, [], {}

    def steps(self) -> list[str]:
        every = ["income", "contribution", "round_card", "time", "action_cards", "conference_cards", "rockets"]
        return every[:2] if self.round == 3 else every

    def step_done(self, step: Mapping[str, Any]) -> None:
        name = step["step"]
        self.done.append(name)
        if name == "income":
            for (facility, _), seat in self.tokens.items():
                self.firms[seat].give("b1" if facility in MANAGERS else "m1")
        if name == "contribution":
            self.contribution(manager=True)
            self.contribution(manager=False)
        if name == "round_card":
            self.start = next((seat for seat, cell in self.home.items() if cell == "last_returner"), self.start)
        if name == "rockets":
            for firm in self.firms.values():
                firm.pile["b"] += firm.pile.pop("B", 0)
                firm.pile["a"] += firm.pile.pop("A", 0)
            self.home, self.clock, self.length, self.flag = {}, 0, 0, False

    def ranked(self, step: Mapping[str, Any]) -> None:
        self.said[step["area"]] = step["order"]

    def contribution(self, *, manager: bool) -> None:
        mine: dict[int, list[int]] = {}
        for (facility, cell), seat in self.tokens.items():
            if (facility in MANAGERS) == manager:
                mine.setdefault(seat, []).append(cell)
        said = self.said.get("manager" if manager else "ordinary_employee", [])
        order = sorted(mine, key=lambda seat: (-len(mine[seat]), seat not in said, min(mine[seat])))
        for seat, prize in zip(order, PRIZES[manager][self.round - 1], strict=False):
            self.firms[seat].pile["v"] += prize

    # -------------------------------------------------- the count

    def total(self, seat: int) -> int:
        firm = self.firms[seat]
        pile = firm.pile
        owned = sum(firm.cards[kind] for kind in ("unsorted", "executive", "manager", "ordinary_employee"))
        worth = pile["v"] + pile["w"] // 5 + (pile["b"] + pile["B"]) // 4 + pile["m"] // 3
        worth += (pile["a"] + pile["A"]) // 2 + owned
        achieved = Counter(to for to, standing, _ in firm.orders if standing == "achieved")
        while len(achieved) >= 3:
            worth += SETS[len(achieved)]
            achieved = Counter({to: n - 1 for to, n in achieved.items() if n > 1})
        worth -= sum(loss or 0 for _, standing, loss in firm.orders if standing != "achieved")
        if firm.cards["type_split"] and not firm.cards["unsorted"]:
            worth += min(firm.cards[kind] for kind in ("executive", "manager", "ordinary_employee"))
        if firm.cards["card_count"]:
            worth += 1 if owned <= 8 else 3 if owned <= 10 else 5 if owned <= 12 else 7
        return worth

    def totals(self) -> dict[int, int]:
        return {
            seat: self.total(seat) if firm.cards["unsorted"] or firm.orders else 0 for seat, firm in self.firms.items()
        }


TURN_OVER = (
    "conferred",
    "came_home",
    "waited",
    "turn_ended",
    "order_taken",
    "improved",
    "invested",
    "employed",
)  # a Head Office effect ends the turn; none of these follows a card that uses it twice


def counting(steps: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The steps that stand, as they really were; step 2 is the first."""
    numbered = dict(enumerate(steps, 2))
    gone: set[int] = set()
    really: dict[int, Mapping[str, Any]] = {}
    for n in sorted(numbered, reverse=True):
        step = numbered[n]
        if n not in gone and step["kind"] == "undone":
            gone.add(step["seq"])
        elif n not in gone and step["kind"] == "corrected":
            really.setdefault(step["seq"], step["event"])
    told = [(n, step) for n, step in numbered.items() if n not in gone and step["kind"] not in ("undone", "corrected")]
    return [really.get(n, step) for n, step in told]
