"""All the small faults that one can make in a file: each is a place in its text and what stands there instead."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
COUNTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
}  # fmt: skip
QUIET = ("log",)  # what is only written for operators to read


class Fault(NamedTuple):
    """Instead of the text from `start` to `end` stands `text`."""

    file: str
    line: int
    start: int
    end: int
    text: str
    kind: str
    when_imported: bool = False

    def put_into(self, source: str) -> str:
        data = source.encode()
        return (data[: self.start] + self.text.encode() + data[self.end :]).decode()


class Finder(ast.NodeVisitor):
    """Faults in what runs: not in annotations, docstrings, imports for types, or what is only logged."""

    def __init__(self, file: str, source: str) -> None:
        self.file, self.found, self.depth = file, list[Fault](), 0
        self.starts = [0]
        for line in source.encode().splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def fault(self, node: ast.expr | ast.stmt, text: str, kind: str) -> None:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self.starts[node.lineno - 1] + node.col_offset
        end = self.starts[node.end_lineno - 1] + node.end_col_offset
        self.found.append(Fault(self.file, node.lineno, start, end, text, kind, self.depth == 0))

    def instead(self, node: ast.expr, other: ast.expr, kind: str) -> None:
        self.fault(node, f"({ast.unparse(ast.fix_missing_locations(other))})", kind)

    # Expressions

    def visit_Compare(self, node: ast.Compare) -> None:
        for place, op in enumerate(node.ops):
            ops = [*node.ops[:place], COMPARED[type(op)](), *node.ops[place + 1 :]]
            self.instead(node, ast.Compare(node.left, ops, node.comparators), f"{type(op).__name__} turned")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        text = any(isinstance(side, ast.JoinedStr) or _is_text(side) for side in (node.left, node.right))
        if type(node.op) in COUNTED and not text:
            op = COUNTED[type(node.op)]()
            self.instead(node, ast.BinOp(node.left, op, node.right), f"{type(node.op).__name__} turned")
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        other: ast.boolop = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        self.instead(node, ast.BoolOp(other, node.values), "and, or")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not | ast.USub):
            self.instead(node, node.operand, "sign gone")
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.instead(node, ast.IfExp(node.test, node.orelse, node.body), "other branch")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self.instead(node, ast.Constant(not node.value), "switch")
        elif isinstance(node.value, int | float):
            self.instead(node, ast.Constant(node.value + 1), "one more")

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        pass

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.visit(node.value)
        if isinstance(node.value, ast.Name) and node.value.id[:1].isupper():
            return  # a type
        self.visit(node.slice)

    # Statements

    def visit_If(self, node: ast.If) -> None:
        if "TYPE_CHECKING" in ast.dump(node.test):
            return
        self.instead(node.test, ast.UnaryOp(ast.Not(), node.test), "if not")
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is not None and not _is_nothing(node.value):
            self.instead(node.value, ast.Constant(None), "returns nothing")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if _is_text(node.value) or _is_quiet(node.value) or isinstance(node.value, ast.Yield | ast.YieldFrom):
            return
        if isinstance(node.value, ast.Constant):
            return  # an ellipsis
        self.fault(node, "pass", "not done")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.fault(node, "pass", "not done")
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if self.depth == 0 and isinstance(node.value, ast.Constant):
            return  # so many seconds, so many bytes: no test should pin a number that an operator may turn
        if not any(isinstance(target, ast.Name) and target.id.startswith("__") for target in node.targets):
            self.visit(node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None and not (isinstance(node.annotation, ast.Name) and node.annotation.id == "TypeAlias"):
            self.visit(node.value)

    def visit_Raise(self, node: ast.Raise) -> None:
        self.fault(node, "pass", "not refused")

    def visit_Break(self, node: ast.Break) -> None:
        self.fault(node, "continue", "break, continue")

    def visit_Continue(self, node: ast.Continue) -> None:
        self.fault(node, "break", "break, continue")

    def visit_Assert(self, node: ast.Assert) -> None:
        pass

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                self.visit(default)
        self.depth += 1
        for statement in node.body:
            self.visit(statement)
        self.depth -= 1

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for statement in node.body:
            self.visit(statement)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _is_nothing(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_quiet(node: ast.expr) -> bool:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return isinstance(node.func.value, ast.Name) and node.func.value.id in QUIET
    return False


def faults(file: str, source: str) -> Iterator[Fault]:
    """All faults of a file that leave it readable."""
    finder = Finder(file, source)
    finder.visit(ast.parse(source))
    for fault in finder.found:
        try:
            compile(fault.put_into(source), file, "exec")
        except SyntaxError:
            continue
        yield fault
