"""Setuptools' build backend with the library of engines, and with Zig's compiler where the machine
has none."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    build_sdist,
    build_wheel,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

Settings = dict[str, str | list[str] | None] | None


def _beside(name: str) -> Any:
    """A module of this folder: the package it belongs to is not installed yet."""
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    assert spec is not None and spec.loader is not None  # noqa: PT018
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


engines = _beside("compile_engines")


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """Setuptools' answer, and a compiler."""
    return [*build_meta.get_requires_for_build_wheel(config_settings), *_compiler()]


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    """Setuptools' answer, and a compiler."""
    return [*build_meta.get_requires_for_build_editable(config_settings), *_compiler()]


def _compiler() -> list[str]:
    return [] if engines.compiler() else ["ziglang>=0.13"]


class BuildEngines(build_ext):
    """One plain shared library, for every Python."""

    def build_extensions(self) -> None:
        """Compile it beside the solvers, or into the wheel."""
        (extension,) = self.extensions
        target = Path(self.get_ext_fullpath(extension.name))
        seconds = engines.build(target, engines.SOLVERS.parent / "build" / "engines")
        print(f"engines compiled in {seconds:.0f} s")

    def get_ext_filename(self, fullname: str) -> str:
        """Without the marks of a Python version."""
        return str(Path(*fullname.split(".")[:-1]) / engines.library_name(engines.compiler()))


class Wheel(bdist_wheel):
    """For any Python 3 on this platform: the library does not know Python."""

    def get_tag(self) -> tuple[str, str, str]:
        """``py3-none-<platform>``."""
        return ("py3", "none", super().get_tag()[2])
