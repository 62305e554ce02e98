"""One row for each game, in the order of the games, as CSV or Parquet."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import IO, Any

import numpy as np

from fabletop.compiler.kernels import Games, event_names
from fabletop.engine.errors import BadOption, refusal
from fabletop.engine.game import Game
from fabletop.lab import files

GROUP = 1 << 16  # rows of a Parquet row group


class Rows:
    """Takes batches in any order; what is early waits, so that the file is the same whoever played.

    The columns: game, plies (empty: stopped at the bound), rank_0 …, score_0 … in a game that has scores, and one
    for each kind of event that is counted.
    """

    def __init__(
        self, game: Game, csv_file: str | Path | None, parquet_file: str | Path | None, *, events: bool = False
    ) -> None:
        if parquet_file is not None:
            files.needs("pyarrow", "a Parquet file")
        self.paths = [files.writable(path) for path in (csv_file, parquet_file) if path is not None]
        self.csv = csv_file is not None
        self.parquet = parquet_file is not None
        self.columns = ["game", "plies", *(f"rank_{seat}" for seat in range(game.seats))]
        self.scored = game.spec.scored
        self.columns += [f"score_{seat}" for seat in range(game.seats) if self.scored]
        self.columns += event_names(game.id) if events else ()
        self.early: dict[int, Games] = {}
        self.next = 0
        self.file: IO[str] | None = None
        self.writer: Any = None
        self.parquet_writer: Any = None
        self.group: list[Any] = []

    def open(self) -> None:
        if self.csv:
            self.file = self.paths[0].open("w", newline="", encoding="utf-8")
            self.writer = csv.writer(self.file, lineterminator="\n")
            self.writer.writerow(self.columns)

    def add(self, first: int, batch: Games) -> None:
        if not self.paths:
            return
        self.early[first] = batch
        while self.next in self.early:
            ready = self.early.pop(self.next)
            self._write(self.next, ready)
            self.next += len(ready.plies)

    def _write(self, first: int, batch: Games) -> None:
        numbers = np.arange(first, first + len(batch.plies))
        parts = (batch.scores if self.scored else None, batch.events)
        table = np.column_stack([numbers, batch.plies, batch.ranks, *(part for part in parts if part is not None)])
        try:
            if self.writer is not None:
                rows = table.tolist()
                for row in rows:
                    if row[1] < 0:
                        row[1] = None
                self.writer.writerows(rows)
            if self.parquet:
                self.group.append(table)
                if sum(map(len, self.group)) >= GROUP:
                    self._write_group()
        except OSError as error:
            raise BadOption("{file}: cannot be written: {why}", file=self.paths[0], why=refusal(error)) from None

    def _write_group(self) -> None:
        import pyarrow
        from pyarrow import parquet

        table = np.concatenate(self.group) if self.group else np.zeros((0, len(self.columns)), np.int64)
        self.group = []
        kinds = [pyarrow.int64(), pyarrow.int32()] + [pyarrow.int32()] * (len(self.columns) - 2)
        arrays = [
            pyarrow.array(table[:, i], kind, mask=table[:, i] < 0 if name == "plies" else None)
            for i, (name, kind) in enumerate(zip(self.columns, kinds, strict=True))
        ]
        made = pyarrow.table(arrays, names=self.columns)
        if self.parquet_writer is None:
            self.parquet_writer = parquet.ParquetWriter(str(self.paths[-1]), made.schema)
        self.parquet_writer.write_table(made)

    def close(self) -> None:
        """Also what was early when the simulation was stopped: every row tells the number of its game."""
        for first in sorted(self.early):
            self._write(first, self.early[first])
        self.early = {}
        if self.file is not None:
            self.file.close()
        if self.parquet:
            if self.group or self.parquet_writer is None:
                self._write_group()
            self.parquet_writer.close()
