"""Learned weights as a small file: lists of numbers by name, with their checksum and the command that made them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TypeAlias

Weights: TypeAlias = dict[str, list[float]]


def checksum(weights: Weights) -> str:
    return hashlib.sha256(json.dumps(weights, sort_keys=True).encode()).hexdigest()


def written(file: Path, command: str, weights: Weights) -> None:
    data = {"command": command, "sha256": checksum(weights), "weights": weights}
    file.write_text(json.dumps(data, separators=(",", ":")) + "\n", encoding="utf-8")


def read(file: Path) -> Weights:
    """All weights by name; a damaged file is an error."""
    data = json.loads(file.read_text(encoding="utf-8"))
    weights: Weights = data["weights"]
    if data["sha256"] != checksum(weights):
        raise ValueError(f"{file.name} does not have its checksum: write it anew with {data['command']}")
    return weights
