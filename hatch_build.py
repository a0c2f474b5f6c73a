"""Builds the wheel: with the engine's busiest modules compiled where there is a compiler, otherwise pure
Python.

SMALLWORLD_PURE=1 asks for a pure wheel. An editable install is always pure; `make compiled` is for that.
"""

from __future__ import annotations

import os
import shutil
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from tempfile import mkdtemp
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledWheel(BuildHookInterface):  # type: ignore[type-arg]
    folder: Path | None = None  # where the copy is compiled

    def dependencies(self) -> list[str]:
        """What the build needs besides hatchling; nothing if nothing will be compiled."""
        return [] if self.why_pure() else ["mypy[mypyc]>=2.4"]

    def why_pure(self) -> str:
        """Why this will be a pure wheel; empty if it will not."""
        if os.environ.get("SMALLWORLD_PURE", "0") not in ("", "0"):
            return "SMALLWORLD_PURE is set"
        return str(self.compiler().no_compiler())

    def compiler(self) -> ModuleType:
        """The module `smallworld.lab.compiled`, loaded by path because the package is not installed yet."""
        spec = spec_from_file_location("compiled", Path(self.root, "src/smallworld/lab/compiled.py"))
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        reason, compiler = self.why_pure(), self.compiler()
        if not reason:
            folder = self.folder = Path(mkdtemp(prefix="smallworld-"))
            compiler.copy_package(folder, Path(self.root, "src/smallworld"))
            try:
                compiler.compile_in(folder)
            except compiler.CannotCompile as error:
                reason = str(error)
        if reason:
            self.app.display_warning(f"This wheel is pure Python and runs slower: {reason}")
            return
        for path in compiler.compiled_files(folder):
            build_data["force_include"][str(folder / path)] = str(path)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        self.app.display_info(f"This wheel holds {len(compiler.MODULES)} compiled modules.")

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self.folder is not None:
            shutil.rmtree(self.folder)
