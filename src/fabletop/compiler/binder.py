"""Write one Python module in which a game's rules, the rulebook and the drivers are plain functions for Numba.

Methods become functions over the packed record: `state.legal(moves)` is written as `m_legal(state, moves)`;
nothing else in the text changes.  Tables of integers become arrays.  The module is complete in itself and lies
in a folder named after a hash of everything it was made from (see `store`), so a cache is never stale.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Collection, Iterator
from functools import cache
from importlib.util import find_spec
from math import prod
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from fabletop.compiler import batching, drivers
from fabletop.engine import rulebook
from fabletop.engine.record import BASIS, CUT, PRIME, Record
from fabletop.engine.registry import has_part, package_of, part, rules_of

FEW = 24  # values that are sooner copied one by one: a wide read waits for what has just been written in small pieces
INTRINSICS = ("bits", "claimed", "copy_bytes", "lowest", "integers", "prefetch", "reals", "twins")
MAKERS = {"integers", "reals", "twins"}  # what makes arrays
HEAD = '''"""The rules of {id}, bound for Numba.  Written by fabletop.compiler.binder; not to be edited."""
from math import exp, log, sqrt

import numpy as np
from numba import njit

from fabletop.compiler.intrinsics import {intrinsics}

SETTINGS = {{"nogil": True, "boundscheck": True, "error_model": "numpy"}}
INSIDE = {{"no_cpython_wrapper": True, "no_cfunc_wrapper": True}}  # what is not made need not be compiled
# Arrays belong to the caller: counting who holds them makes threads wait for each other
LENT = {lent}
kernel = njit(**SETTINGS, **LENT, cache=True)
OWN = {own}  # said aloud: whatever is called takes over its caller's setting
maker = njit(**SETTINGS, **OWN, cache=True)
jit = njit(**SETTINGS, **LENT, **INSIDE)
inner_maker = njit(**SETTINGS, **OWN, **INSIDE)
spliced = njit(**SETTINGS, **LENT, **INSIDE, forceinline=True)
'''
DRAWING = ("m_word", "m_below", "m_pick")  # drawing random numbers inside the caller makes a tenth
SPLICED = (*DRAWING, "show", "offer", "act", "m_write")  # handing over so many arrays takes longer


KERNELS = (  # what Python calls: it is kept on disk, with all that it calls in it
    "simulate", "contest", "ask", "search", "trace", "imagine", "explore", "index",
    "seed_games", "step_games", "refused", "encode",
)  # fmt: skip


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


def bound_source(id: str, *more: ModuleType) -> str:
    """The text of the module for one game, with more modules whose text is written like that of the drivers.

    What Python calls in those they list as `KERNELS`.
    """
    parts = [*_parts(id), *more]
    kernels = {*KERNELS, *(name for one in more for name in one.KERNELS)}
    functions = _functions(parts, kernels)
    used = {node.id for f in functions for node in ast.walk(f) if isinstance(node, ast.Name)}
    private = can_lend()
    lends = private and not more and not _makes_lists(functions)  # more text may make arrays and give them away
    own, lent = '{"_nrt": True}' if private else "{}", {"_nrt": False} if lends else {}
    pieces = [HEAD.format(id=id, intrinsics=", ".join(INTRINSICS), own=own, lent=lent)]
    pieces += _constants(parts, used)
    pieces += [_record_functions(rules_of(id).Rules)]
    pieces += [ast.unparse(f) for f in functions]
    return "\n\n".join(pieces) + "\n"


@cache
def can_lend() -> bool:
    """Has this Numba the switch for not counting who holds an array?  It is private; without it threads only wait more.

    Read, not imported: that would take longer than binding.
    """
    home = find_spec("numba")
    return not home or not home.origin or "_nrt" in (Path(home.origin).parent / "core" / "options.py").read_text()


def origin(id: str, line: int) -> str | None:
    """Where a line of the bound text comes from: `rules.py, line 42`; None: we have written it ourselves."""
    parts = _parts(id)
    sources = {function.name: (function, file) for function, file in _functions(parts).items()}
    for bound in ast.parse(bound_source(id)).body:
        if not isinstance(bound, ast.FunctionDef) or bound.name not in sources or not _spans(bound, line):
            continue
        source, file = sources[bound.name]
        alike = zip(_statements(bound), _statements(source), strict=True)  # the same text, written anew
        return f"{file}, line {[there.lineno for here, there in alike if _spans(here, line)][-1]}"
    return None


def _spans(node: ast.stmt, line: int) -> bool:
    return node.lineno <= line <= (node.end_lineno or node.lineno)


def _statements(function: ast.FunctionDef) -> list[ast.stmt]:
    """From the outside to the inside."""
    return [node for node in ast.walk(function) if isinstance(node, ast.stmt)]


def _functions(parts: list[ModuleType], kernels: Collection[str] = KERNELS) -> dict[ast.FunctionDef, str]:
    """All that is compiled, and the file that it comes from."""
    trees = {one.__name__: ast.parse(inspect.getsource(one)) for one in parts}
    homes = {
        node: Path(str(getattr(one, "__file__", one.__name__))).name
        for one in parts
        for node in ast.walk(trees[one.__name__])
    }
    methods = _methods(trees)
    transform = _Methods(set(methods) | {"become", "same", "digest", "write"})
    functions: list[ast.FunctionDef] = []
    for name, method in methods.items():
        made = transform.visit(method)
        made.name = "m_" + name
        functions.append(made)
    owner: dict[str, str] = {}
    for one in parts:
        for node in trees[one.__name__].body:
            if isinstance(node, ast.FunctionDef) and node.name not in INTRINSICS:
                other = owner.setdefault(node.name, one.__name__)
                if other != one.__name__:
                    raise CannotCompile(
                        f"the function {node.name} is both in {other} and in {one.__name__}: rename one"
                    )
                functions.append(transform.visit(node))
    for f in functions:
        f.decorator_list = [ast.Name(_kind(f, kernels), ast.Load())]
        ast.fix_missing_locations(f)
    return {f: homes[f] for f in functions}


def _makes_lists(functions: Collection[ast.FunctionDef]) -> bool:
    """Local lists, sets and dicts live as long as somebody holds them."""
    kinds = (ast.List, ast.ListComp, ast.Set, ast.SetComp, ast.Dict, ast.DictComp)
    return any(isinstance(node, kinds) for function in functions for node in ast.walk(function))


def _kind(function: ast.FunctionDef, kernels: Collection[str]) -> str:
    """How a function is compiled: what makes arrays has to count who holds them."""
    makes = any(isinstance(node, ast.Name) and node.id in MAKERS for node in ast.walk(function))
    if function.name in kernels:
        return "maker" if makes else "kernel"
    if makes:
        return "inner_maker"
    return "spliced" if function.name in SPLICED else "jit"


def _parts(id: str) -> list[ModuleType]:
    """The modules whose functions take part: ours, and the game's own as far as its rules import from them."""
    found = [rulebook, drivers, batching, rules_of(id)]
    found += [part(id, name) for name in ("events", "mind") if has_part(id, name)]
    for one in found:  # grows while it is read
        for value in vars(one).values():
            home = inspect.getmodule(value) if isinstance(value, FunctionType) else None
            if home and home not in found and home.__name__.startswith(f"{package_of(id)}."):
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
    """become, same, digest and write, field by field; many fields are copied as they lie there."""
    copies, tests, spreads, cells = [], [], [], []
    at = 0
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
            spreads.append(f"{loop}{pad}h = (h ^ self.{name}{index}) * {PRIME} & {CUT}")
            place = "i" if len(f.shape) == 1 else f"{f.shape[1]} * i + j"
            cells.append(f"{loop}{pad}row[{at} + {place}] = self.{name}{index}")
        else:
            copies.append(f"    self.{name} = other.{name}")
            tests.append(f"    if self.{name} != other.{name}:\n        return False")
            spreads.append(f"    h = (h ^ self.{name}) * {PRIME} & {CUT}")
            cells.append(f"    row[{at}] = self.{name}")
        at += prod(f.shape)
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
            f"    h = {BASIS}",
            *spreads,
            "    return h ^ h >> 29",
            "\n\n@spliced\ndef m_write(self, row):",
            *cells,
        ]
    )
