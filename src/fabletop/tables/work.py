"""Chance and the computer players at work: they act by themselves as long as it is their turn."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time

import msgspec

from fabletop.players.registry import bot
from fabletop.tables import counts
from fabletop.tables.calls import PATIENCE, Call
from fabletop.tables.errors import NotYourTurn, Stale
from fabletop.tables.journal import Journal
from fabletop.tables.live import LiveTable
from fabletop.tables.others import CALL, Others
from fabletop.tables.store import StoreDown
from fabletop.tables.thinkers import Thinkers

log = logging.getLogger("fabletop.tables")

AGAIN = (1.0, 2.0, 5.0, 10.0)  # seconds until a computer player tries again what could not be stored
HELD_BY_ANOTHER = 1.0  # seconds until it is asked again whether another worker still thinks for a table


class Work:
    """What this process does at its tables without being asked; `pace` is the least time for a computer player."""

    def __init__(self, journal: Journal, others: Others, pace: float) -> None:
        self.journal, self.others, self.pace = journal, others, pace
        self.store = journal.store
        self.thinkers = Thinkers()
        self.ending = False

    def end(self) -> None:
        self.ending = True
        self.thinkers.close()

    def wake(self, live: LiveTable) -> None:
        """Set chance or the computer players to work, if it is their turn and they are not at it."""
        if live.working is not None or self.ending:
            return
        if self._busy(live):
            live.working = asyncio.create_task(self._go_on(live))

    @staticmethod
    def _busy(live: LiveTable) -> bool:
        """Is it for chance or a computer player to act?"""
        table = live.table
        return table.calls or (table.computer() is not None and live.awake)

    async def _go_on(self, live: LiveTable) -> None:
        """Chance and computer players act as long as it is their turn; what cannot be stored is tried again."""
        table, failed, claimed = live.table, 0, False
        try:
            while self._busy(live):
                if not claimed:
                    claimed = await self._claimed(live)
                    if not claimed:
                        await asyncio.sleep(HELD_BY_ANOTHER)
                    continue
                if self.pace and not table.calls:
                    await asyncio.sleep(self.pace)
                try:
                    await (self._shake(live) if table.calls else self._answer(live))
                    failed = 0
                except StoreDown:
                    if not failed:
                        self.others.notify(table.id, {"waits": True})
                    await asyncio.sleep(AGAIN[min(failed, len(AGAIN) - 1)])
                    failed += 1
        except Exception:
            log.exception("table %s: the computer player cannot go on", table.id)
        finally:
            live.working = None
            await self.store.release(table.id)

    async def _claimed(self, live: LiveTable) -> bool:
        """Is it for this process to think here?  Then whoever has done so before may have answered meanwhile."""
        try:
            if not await self.store.claim(live.table.id):
                return False
            if self.store.shared:
                async with live.lock:
                    await self.journal.catch_up(live)
        except StoreDown:
            return False
        return True

    async def _shake(self, live: LiveTable) -> None:
        """Chance acts, with a link of everybody who is awake."""
        table = live.table
        async with live.lock:
            if table.calls and table.cup is not None:
                call = Call(table.cup)
                await self.ask(live, call)
                with contextlib.suppress(Stale):
                    await self.journal.append(live, table.shaken(call.shake()))

    async def ask(self, live: LiveTable, call: Call) -> None:
        """Ask the devices that are awake for their links, and wait a moment for them."""
        if call.complete:
            return
        live.call = call
        try:
            for listener in live.listeners:
                live.call_said(listener)
            self.others.tell(live.table.id, CALL + msgspec.json.encode((live.table.ply, call.said())).decode())
            await call.answered(live.patience)
        finally:
            live.call, live.patience = None, PATIENCE

    async def _answer(self, live: LiveTable) -> None:
        """One answer of a computer player.  While it thinks, people may take back or change seats."""
        table = live.table
        level, seat, ply = table.computer(), table.turn, table.ply
        if level is None or seat is None:
            return
        if (seat, level) not in live.players:
            live.players[seat, level] = bot(table.game.id, level)
        view, player, began = table.state.view(seat), live.players[seat, level], time.perf_counter()
        act = await self.thinkers.think(player.choose, view, people=live.people)
        counts.THOUGHT.observe(time.perf_counter() - began)
        async with live.lock:
            if table.ply == ply and table.computer() == level:
                with contextlib.suppress(Stale, NotYourTurn):
                    await self.journal.append(live, table.answer(seat, act))
