"""The dice of a table: devices that sit down and give their links, the check at the end, and the faces so far."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fabletop.engine.rulebook import CHANCE
from fabletop.engine.translate import LABELLED
from fabletop.tables.calls import TooLate
from fabletop.tables.cup import Given
from fabletop.tables.errors import NoSeat
from fabletop.tables.table import Table
from fabletop.tables.tally import Tally, tally
from fabletop.web.asked import whole
from fabletop.web.eyes import Eyes, eyes_of
from fabletop.web.pages import NotYet, Pages
from fabletop.web.seen import joined
from fabletop.web.visitor import form_of, packed
from fabletop.words import Words

KIND = "application/json"


class DicePages:
    def __init__(self, pages: Pages) -> None:
        self.pages, self.house = pages, pages.house

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/t/{table}/dice", self.dice),
            Route("/t/{table}/dice.json", self.proof),
            Route("/t/{table}/device", self.device, methods=["POST"]),
            Route("/t/{table}/link", self.link, methods=["POST"]),
        ]

    async def dice(self, request: Request) -> Response:
        table, visitor = await self.house.table(request.path_params["table"]), self.pages.visitor(request)
        words = visitor.words
        found = await asyncio.to_thread(tally, table)  # a long game must not hold anybody up
        context: dict[str, object] = {
            "table": table,
            "game": words.game(table.game.id),
            "over": table.turn is None,
            "salts": sum(bool(entry.salt) for entry in table.plies),
            "devices": devices(table, words),
            "shaken": sum(entry.shake is not None for entry in table.plies),
            "linked": sum(bool(entry.shake and entry.shake.links) for entry in table.plies),
            "faces": faces(found, table.game.id, words),
            "named": {face: words.game(table.game.id).face(face) for face in found.counts},
            "likely": found.likely,
            "texts": dice_texts(words),
        }
        return self.pages.page(request, visitor, "dice.html", **context)

    async def proof(self, request: Request) -> Response:
        """All that is needed to compute every outcome of chance again."""
        table = await self.house.table(request.path_params["table"])
        if table.turn is not None:
            raise NotYet("This is given out when the game is over.")
        return packed(request, await asyncio.to_thread(lambda: msgspec.json.encode(proof_of(table))), KIND)

    async def device(self, request: Request) -> Response:
        """A browser sits down with the anchor of its chain, for all its seats."""
        form, visitor = await form_of(request), self.pages.visitor(request)
        table = await self.house.table(request.path_params["table"])
        self.pages.admit(visitor, request)
        eyes = eyes_of(table, visitor.browser)
        if not eyes.mine:
            raise NoSeat("only who sits at a table shakes its cup")
        number = await self.house.sit(table.id, eyes.mine, form.get("anchor", ""))
        found = {"device": number, "since": table.sits_since(number), "seats": eyes.mine, "ply": table.ply}
        return packed(request, msgspec.json.encode(found), KIND)

    async def link(self, request: Request) -> Response:
        """A device answers a call; its link says who it is."""
        given = given_of(await form_of(request))
        taken = given is not None
        if given is not None:
            try:
                await self.house.link(request.path_params["table"], given)
            except TooLate:  # a slow line, or another page of this device was quicker: nothing has gone wrong
                taken = False
        return packed(request, msgspec.json.encode({"ok": taken}), KIND)


def given_of(form: dict[str, str]) -> Given | None:
    """The link that comes with a form, if one does."""
    device, n, i = (whole(form.get(name)) for name in ("device", "n", "i"))
    if device is None or n is None or i is None:
        return None
    return Given(device, n, i, form.get("link", ""), form.get("head", ""))


def seat_at_dice(table: Table, eyes: Eyes) -> dict[str, object]:
    """What a browser must know to sit down: the table's promise, its seats, the shakes so far, and the device that sits
    there now."""
    cup = table.cup
    devices = {cup.of_seat.get(seat, 0) for seat in eyes.mine} if cup is not None else set()
    sits = cup.devices.get(devices.pop()) if cup is not None and len(devices) == 1 else None
    return {
        "protocol": table.head.dice,
        "table": table.id,
        "commitment": table.commitment,
        "seats": list(eyes.mine),
        "shakes": cup.n if cup is not None else 0,
        "sits": {"anchor": sits.anchor, "seats": sits.seats} if sits else None,
        "over": table.turn is None,
    }


def devices(table: Table, words: Words) -> list[dict[str, object]]:
    """Who has shaken the cup: the names, the anchor, how many links, how often silent, and who sits there no more."""
    cup = table.cup
    if cup is None:
        return []
    shakes = [entry.shake for entry in table.plies if entry.shake is not None]
    return [
        {
            "number": number,
            "names": joined([table.seats[seat].name for seat in device.seats], words),
            "anchor": device.anchor,
            "links": sum(number == giver for shake in shakes for giver, _, _ in shake.links),
            "silent": sum(number in shake.silent for shake in shakes),
            "retired": number not in cup.of_seat.values(),
            "awake": number in cup.awake,
        }
        for number, device in cup.devices.items()
    ]


def faces(found: Tally, game: str, words: Words) -> list[tuple[str, int, str, int]]:
    """For dice games: each face, how often it came, how often it was to be expected, and its share of the most."""
    named = words.game(game).face
    most = max([*found.counts.values(), *found.expected.values(), 1])
    return [
        (named(face), count, words.translate.number(found.expected[face], 1), round(100 * count / most))
        for face, count in found.counts.items()
    ]


def proof_of(table: Table) -> dict[str, object]:
    """The open seed, and the log with the odds of each outcome, and the seat that threw for it."""
    state, spec = table.game.new(), table.game.spec
    odds: list[dict[str, int]] = []
    throwers: list[int | None] = []
    for number, entry in enumerate(table.plies):
        if entry.by == CHANCE and number >= table.given:
            odds.append(state.weights())
            throwers.append(int(state.rules.acting()) if spec.is_throw(entry.act) else None)
        state.play(entry.act)
    body: dict[str, object] = {
        "protocol": table.head.dice,
        "table": table.id,
        "seed": table.head.seed,
        "commitment": table.commitment,
        "odds": odds,
        "throwers": throwers,
        "one_throw": spec.one_throw,
    }
    if table.cup is None:
        plies = [{"by": entry.by, "act": entry.act, "salt": entry.salt} for entry in table.plies]
        return body | {"plies": plies}
    return body | {"lines": [entry.line() for entry in table.log]}


def dice_texts(_: Words) -> dict[str, str]:
    """What the page's script says about the dice."""
    return {
        "fair": _("Your device has checked all {rolls} rolls."),
        "fair_hand": _("It had a hand in {mine} of them itself."),
        "fair_part": _("Your device has checked {checked} of {rolls} rolls. The others are the server's word."),
        "fair_word": _("These dice are the server's word: no player's device had a hand in them."),
        "fair_watched": _("The record agrees with itself. Your device had no hand in it, so it cannot tell more."),
        "fair_silent": _("Rolls at which a device was silent: {count}. Whoever made it so could pick one of two."),
        "unused": _("How often your device's number was not used: {count}. Once can be the network; often is not."),
        "wrong": _("Roll {roll} is not what the dice made. Keep your receipt."),
        "changed": _("This is not the game that your device has played: {why}. Keep your receipt."),
        "promise": _("The seed is not the one that was promised!"),
        "honest": _("All rolls ({rolls}) are what the seed and the players made them."),
        "old": _("These are dice of the old kind: seed and record agree. It does not show that nobody chose."),
        "given": _("How often your device has shaken the cup: {count}."),
        "moved": _("Your seat has moved to another device. Was that you?"),
        "roll_n": _("Roll {roll} of {rolls}: {outcome} ({how})"),
        "in_hand": _("with your device's link"),
        "fixed": _("fixed by your device's earlier links"),
        "word": _("the server's word"),
        "step_anchor": _("{name}: anchor"),
        "step_link": _("link {i}"),
        "labelled": _(LABELLED),
        "step_pool": _("the pool of all links"),
        "step_before": _("all links before this roll"),
        "step_count": _("the number of the shake, of the outcome in it, and of the try"),
        "step_seed": _("the table's secret number"),
        "step_word": _("made of both: a number"),
        "step_rest": _("divided by {total}, remainder"),
        "step_face": _("the outcome"),
        "step_odds": _("how likely it was, as the table says"),
        "hashed": _("hashed {count} ×"),
        "silent_one": _("{name}: silent"),
    }
