"""Write one Python module in which a game's rules, the rulebook and the drivers are plain functions for Numba.

Methods become functions over the packed record: `state.legal(moves)` is written as `m_legal(state, moves)`;
nothing else in the text changes.  Tables of integers become arrays.  The module is complete in itself and lies
in a folder named after a hash of everything it was made from (see `store`), so a cache is never stale.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from math import prod
from types import FunctionType, ModuleType
from typing import Any

from fabletop.compiler import drivers
from fabletop.engine import rulebook
from fabletop.engine.record import Record
from fabletop.engine.registry import HOUSE, has_part, part, rules_of

FEW = 24  # values that are sooner copied one by one: a wide read waits for what has just been written in small pieces
INTRINSICS = ("bits", "copy_bytes", "lowest", "integers", "reals")
HEAD = '''"""The rules of {id}, bound for Numba.  Written by fabletop.compiler.binder; not to be edited."""
from math import log, sqrt

import numpy as np
from numba import njit

from fabletop.compiler.intrinsics import {intrinsics}

SETTINGS = {{"cache": True, "nogil": True, "boundscheck": True, "error_model": "numpy"}}
jit = njit(**SETTINGS)
merged = njit(**SETTINGS, inline="always")
'''
MERGED = ("m_word", "m_below", "m_pick")  # drawing random numbers inside the caller makes a tenth


class CannotCompile(Exception):  # noqa: N818
    """The text of the rules has something that the compiler does not read; the message says what."""


class _Methods(ast.NodeTransformer):
    """Turn methods into functions, and calls of them into calls of those functions."""

    def __init__(self, names: set[str]) -> None:
        self.names = names

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        node.returns = None
        for arg in node.args.args:
            arg.annotation = None
        if ast.get_docstring(node):
            node.body = node.body[1:] or [ast.Pass()]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        """`action: int = …` inside a driver is there for the type checker alone."""
        self.generic_visit(node)
        if node.value is None:
            return node
        return ast.copy_location(ast.Assign([node.target], node.value), node)

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr in self.names:
            node.args.insert(0, node.func.value)
            node.func = ast.Name("m_" + node.func.attr, ast.Load())
        return node


def bound_source(id: str) -> str:
    """The text of the module for one game."""
    own = [rules_of(id), *([part(id, "events")] if has_part(id, "events") else [])]
    parts = _parts(own)
    trees = {one.__name__: ast.parse(inspect.getsource(one)) for one in parts}
    methods = _methods(trees)
    transform = _Methods(set(methods) | {"become", "same", "digest"})
    functions: list[ast.FunctionDef] = []
    for name, method in methods.items():
        made = transform.visit(method)
        made.name = "m_" + name
        functions.append(made)
    for one in parts:
        for node in trees[one.__name__].body:
            if isinstance(node, ast.FunctionDef) and node.name not in INTRINSICS:
                functions.append(transform.visit(node))
    for f in functions:
        f.decorator_list = [ast.Name("merged" if f.name in MERGED else "jit", ast.Load())]
        ast.fix_missing_locations(f)
    used = {node.id for f in functions for node in ast.walk(f) if isinstance(node, ast.Name)}
    pieces = [HEAD.format(id=id, intrinsics=", ".join(INTRINSICS))]
    pieces += _constants(parts, used)
    pieces += [_record_functions(rules_of(id).Rules)]
    pieces += [ast.unparse(f) for f in functions]
    return "\n\n".join(pieces) + "\n"


def _parts(own: list[ModuleType]) -> list[ModuleType]:
    """The modules whose functions take part: ours, and the game's own as far as its rules import from them."""
    found = [rulebook, drivers, *own]
    for one in found:  # grows while it is read
        for value in vars(one).values():
            home = inspect.getmodule(value) if isinstance(value, FunctionType) else None
            if home and home not in found and home.__name__.startswith(HOUSE):
                found.append(home)
    return found


def _methods(trees: dict[str, ast.Module]) -> dict[str, ast.FunctionDef]:
    """All methods by name; a game's own replace the defaults."""
    found: dict[str, ast.FunctionDef] = {}
    owner: dict[str, str] = {}
    for tree in trees.values():
        for kind in tree.body:
            if not isinstance(kind, ast.ClassDef):
                continue
            for item in kind.body:
                if not isinstance(item, ast.FunctionDef):
                    continue
                if item.name in found and not owner[item.name].startswith("Base"):
                    raise CannotCompile(
                        f"the method {kind.name}.{item.name} has the name of {owner[item.name]}.{item.name}: "
                        "choose another"
                    )
                found[item.name], owner[item.name] = item, kind.name
    return found


def _constants(parts: list[ModuleType], used: set[str]) -> Iterator[str]:
    seen: dict[str, Any] = {}
    lines = []
    for one in parts:
        for name, value in vars(one).items():
            if name not in used or isinstance(value, (FunctionType, type, ModuleType)) or not _is_number(value):
                continue
            if name in seen and seen[name] != value:
                raise CannotCompile(f"{name} is {seen[name]} in one place and {value} in another: rename one")
            if name not in seen:
                lines.append(f"{name} = {value!r}" if isinstance(value, (int, float)) else _array(name, value))
            seen[name] = value
    yield "\n".join(lines)


def _is_number(value: object) -> bool:
    if isinstance(value, (int, float)):
        return True
    return isinstance(value, (tuple, list)) and bool(value) and all(_is_number(item) for item in value)


def _array(name: str, table: Any) -> str:
    rows = table
    while isinstance(rows[0], (tuple, list)):
        if len({len(row) for row in rows}) > 1:
            raise CannotCompile(f"the rows of {name} differ in length: fill them up")
        rows = rows[0]
    return f"{name} = np.array({table!r}, dtype=np.int64)"


def _record_functions(kind: type[Record]) -> str:
    """become, same and digest, field by field; many fields are copied as they lie there."""
    copies, tests, spreads = [], [], []
    for name, f in kind.FIELDS.items():
        if f.shape:
            index = "".join(f"[{letter}]" for letter in "ij"[: len(f.shape)])
            loop = "".join(
                "    " * (depth + 1) + f"for {letter} in range({length}):\n"
                for depth, (letter, length) in enumerate(zip("ij", f.shape, strict=False))
            )
            pad = "    " * (len(f.shape) + 1)
            copies.append(f"{loop}{pad}self.{name}{index} = other.{name}{index}")  # a slice would be slower
            tests.append(f"{loop}{pad}if self.{name}{index} != other.{name}{index}:\n{pad}    return False")
            spreads.append(f"{loop}{pad}h = (h ^ self.{name}{index}) * 1099511628211")
        else:
            copies.append(f"    self.{name} = other.{name}")
            tests.append(f"    if self.{name} != other.{name}:\n        return False")
            spreads.append(f"    h = (h ^ self.{name}) * 1099511628211")
    if sum(prod(f.shape) for f in kind.FIELDS.values()) > FEW:
        copies = ["    copy_bytes(self, other)"]
    return "\n".join(
        [
            "@jit\ndef m_become(self, other):",
            *copies,
            "\n\n@jit\ndef m_same(self, other):",
            *tests,
            "    return True",
            "\n\n@jit\ndef m_digest(self):",
            "    h = 1469598103934665603",
            *spreads,
            "    return h ^ h >> 29",
        ]
    )
