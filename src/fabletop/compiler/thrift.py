"""Numba without what nobody needs: each function is typed once, and made into machine code only with its kernel.

Numba makes a function of its own, optimised and in machine code, of whatever a kernel calls, and of what that calls in
turn, to copy it into its callers after all; and it does so anew for each width of the integers it is called with.  Here
functions that Python does not call are handed over as they are, and take 64-bit integers.  It is the same code in the
end, in half the time.

This reaches into Numba, so it is only done with versions that it was tried with; others take their time.
"""

from __future__ import annotations

from typing import Any

from llvmlite import binding as llvm
from numba import types, version_info
from numba.core.codegen import JITCodeLibrary
from numba.core.dispatcher import Dispatcher
from numba.core.registry import cpu_target

TRIED = {(0, 68)}


class Handed(JITCodeLibrary):  # type: ignore[misc, unused-ignore]
    """Code that is left as it is until somebody wants to call it from outside: then with all that it calls."""

    _linking_libraries: Any
    _shared_module: Any

    def get_pointer_to_function(self, name: str) -> int:
        if not self._finalized and name not in {f.name for f in self._final_module.functions if not f.is_declaration}:
            return 0
        found: int = super().get_pointer_to_function(name)
        return found

    def add_linking_library(self, library: Any) -> None:
        self._linking_libraries.append(library)

    def _get_module_for_linking(self) -> Any:
        if self._finalized:
            return super()._get_module_for_linking()
        if self._shared_module is None:
            self._shared_module = self._final_module.clone()
            for function in self._shared_module.functions:
                if not function.is_declaration and function.linkage == llvm.Linkage.external:
                    function.linkage = "linkonce_odr"  # several may bring it along
        return self._shared_module

    def finalize(self) -> None:
        called = dict.fromkeys(self._linking_libraries)
        waiting = list(called)
        for library in waiting:  # grows while it is read
            if isinstance(library, Handed) and not library._finalized:
                fresh = [one for one in dict.fromkeys(library._linking_libraries) if one not in called]
                called.update(dict.fromkeys(fresh))
                waiting += fresh
        self._linking_libraries = waiting
        self._shared_module = None
        super().finalize()


def wide(kind: Any) -> Any:
    """The type of an argument, with integers of 64 bits for narrower ones and for such as are known."""
    if isinstance(kind, types.IntegerLiteral) or (isinstance(kind, types.Integer) and kind.signed):
        return types.int64
    if isinstance(kind, types.BaseTuple) and not isinstance(kind, types.BaseNamedTuple):
        return types.BaseTuple.from_types([wide(one) for one in kind])
    return kind


def be_thrifty(bound: Any) -> None:
    """From now on in this process; widths of integers only between the functions of a bound module."""
    if version_info[:2] not in TRIED:
        return
    codegen = cpu_target.target_context.codegen()
    set_env = codegen.set_env
    codegen._library_class = Handed
    # what a function that was handed over would say in Python's name, it says in its caller's
    codegen.set_env = lambda name, env: set_env(name, env) if codegen._engine.is_symbol_defined(name) else None
    for value in vars(bound).values():
        if isinstance(value, Dispatcher) and value.targetoptions.get("no_cpython_wrapper"):
            _widen(value)


def _widen(function: Any) -> None:
    narrow = function.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        return narrow(tuple(map(wide, args)), kws)

    function.get_call_template = get_call_template
