"""A table in memory with those who listen and the computer players' minds."""

from __future__ import annotations

import asyncio
import time

import msgspec

from fabletop.players.registry import Player
from fabletop.tables.calls import PATIENCE, Call, Called
from fabletop.tables.events import named_event, notice
from fabletop.tables.listeners import Listener
from fabletop.tables.seats import Occupant
from fabletop.tables.table import Table

AWAKE = 60.0  # seconds that computer players go on among themselves when nobody looks


class LiveTable:
    """A table in memory with those who listen and the computer players' minds."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.players: dict[tuple[int, str], Player] = {}
        self.gone = False  # no longer in memory: another stands for it, or none
        self.working: asyncio.Task[None] | None = None
        self.looked = self.loaded = time.monotonic()
        self.alive: dict[str, float] = {}  # when those who sit here were last heard of
        self.seats_note: bytes | None = None  # as the store has it
        self.elsewhere: dict[str, tuple[float, frozenset[str]]] = {}  # who is here by which other worker
        self.day, self.over_noted = "", False  # on which somebody moved, and whether it is over, as the store knows it
        self.call: Call | None = None  # while devices are asked for their links
        self.called: Called | None = None  # the same, by another worker
        self.called_at = 0  # after this ply, which may not have been read here yet
        self.patience = PATIENCE

    @property
    def people(self) -> bool:
        """Does anybody play here who is no computer?"""
        return any(occupant.computer is None for occupant in self.table.seats)

    @property
    def awake(self) -> bool:
        """Computer players alone sleep when nobody looks."""
        return self.people or bool(self.listeners) or time.monotonic() - self.looked < AWAKE

    def call_said(self, listener: Listener) -> None:
        """Tell somebody whom chance is waiting for."""
        if said := self.call.said() if self.call else self.called:
            listener.tell(0, notice({"call": said}) if listener.who else named_event("call", said))

    def read(self, note: bytes | None) -> None:
        """Who sits where, as the store knows it."""
        self.seats_note = note
        if note is not None:
            self.table.seats = msgspec.json.decode(note, type=list[Occupant])

    def notify(self, body: dict[str, object]) -> None:
        """Tell those who are at the table now."""
        said = notice(body)
        for listener in self.listeners:
            if listener.who:
                listener.tell(0, said)
