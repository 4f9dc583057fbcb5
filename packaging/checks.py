"""What a compiled core may ask of the system that loads it, read from the file itself.

These are the checks of auditwheel, delvewheel and delocate, and two more: the module exports only
its entry point, and a stable module uses only names of the stable ABI.
"""

import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import lief
from python_files import embedded_python
from targets import PythonAbi, Target

__all__ = ["check_module", "facts"]

ENTRY = "PyInit__core"
# zig's linkers for Windows and macOS cannot hide these: nanobind's exceptions, new and delete of
# libc++, and their own marks. Modules find symbols in their own file first there.
HARMLESS = re.compile(r"_Z(TI|TS|TV)N8nanobind4abi1.*|_Z(n|d)(w|a|l).*|__dso_handle|_mh_.*")
GLIBC = (2, 17)
MACOS = (11, 0, 0)
# What every Linux with glibc, or with musl, has.
LINUX = re.compile(r"(lib(c|m|dl|rt|pthread)\.so\.\d|ld-linux-(x86-64|aarch64)\.so\.\d|libc\.so)")
# What every Windows 10 has; python3.dll and its siblings come with the interpreter.
WINDOWS = re.compile(
    r"(api-ms-win-crt-[\w-]+|kernel32|ucrtbase|msvcrt|advapi32|ntdll|python3\d*)\.dll",
    re.IGNORECASE,
)
MAC = re.compile(r"/usr/lib/libSystem\.B\.dylib")


def check_module(module: Path, target: Target, python: PythonAbi) -> None:
    """End the program with what is wrong, if a module asks for too much."""
    wrong = list(READERS[target.system](module, target, python))
    if wrong:
        sys.exit(f"{module.relative_to(module.parents[2])}: {'; '.join(wrong)}")


def facts(module: Path) -> str:
    """What a module needs, in one line."""
    binary = lief.parse(module)
    if isinstance(binary, lief.ELF.Binary):
        newest = max(_glibc_versions(binary), default=None)
        shown = f", glibc {newest[0]}.{newest[1]}" if newest else ""
        return f"needs {', '.join(map(str, binary.libraries))}{shown}"
    if isinstance(binary, lief.PE.Binary):
        return f"needs {', '.join(sorted(str(each.name) for each in binary.imports))}"
    assert isinstance(binary, lief.MachO.Binary)
    signed = "signed" if binary.has_code_signature else "not signed"
    oldest = ".".join(map(str, _oldest_macos(binary)))
    return f"needs {', '.join(each.name for each in binary.libraries)}, macOS {oldest}, {signed}"


def _check_linux(module: Path, target: Target, python: PythonAbi) -> Iterable[str]:
    binary = lief.parse(module)
    if not isinstance(binary, lief.ELF.Binary):
        yield "is no ELF file"
        return
    machine = {"x86_64": lief.ELF.ARCH.X86_64, "aarch64": lief.ELF.ARCH.AARCH64}
    if binary.header.machine_type != machine[target.processor]:
        yield f"is for {binary.header.machine_type}"
    yield from _unexpected("needs", map(str, binary.libraries), LINUX)
    newest = max(_glibc_versions(binary), default=GLIBC)
    if newest > GLIBC:
        yield f"needs glibc {newest}, above {GLIBC}"
    if any(
        entry.tag in (lief.ELF.DynamicEntry.TAG.RPATH, lief.ELF.DynamicEntry.TAG.RUNPATH)
        for entry in binary.dynamic_entries
    ):
        yield "has a path of libraries"
    yield from _exports((str(symbol.name) for symbol in binary.exported_symbols), harmless=False)
    undefined = (str(symbol.name) for symbol in binary.imported_symbols)
    yield from _unstable(undefined, python)


def _glibc_versions(binary: lief.ELF.Binary) -> list[tuple[int, int]]:
    found = []
    for needed in binary.symbols_version_requirement:
        for version in needed.get_auxiliary_symbols():
            match = re.fullmatch(r"GLIBC_(\d+)\.(\d+)(\.\d+)?", str(version.name))
            if match:
                found.append((int(match[1]), int(match[2])))
    return found


def _check_windows(module: Path, target: Target, python: PythonAbi) -> Iterable[str]:
    binary = lief.parse(module)
    if not isinstance(binary, lief.PE.Binary):
        yield "is no DLL"
        return
    imports = {str(each.name): each for each in binary.imports}
    yield from _unexpected("needs", imports, WINDOWS)
    own = "python3.dll" if python.stable else f"python{python.version.replace('.', '')}.dll"
    if own not in imports:
        yield f"does not import {own}"
    else:
        names = (str(entry.name) for entry in imports[own].entries)
        yield from _unstable(names, python)
    yield from _exports(str(entry.name) for entry in binary.get_export().entries)


def _check_macos(module: Path, target: Target, python: PythonAbi) -> Iterable[str]:
    binary = lief.parse(module)
    if not isinstance(binary, lief.MachO.Binary):
        yield "is no Mach-O file"
        return
    kinds = {
        "x86_64": lief.MachO.Header.CPU_TYPE.X86_64,
        "aarch64": lief.MachO.Header.CPU_TYPE.ARM64,
    }
    if binary.header.cpu_type != kinds[target.processor]:
        yield f"is for {binary.header.cpu_type}"
    # A library's own name is among those it loads.
    needed = [each.name for each in binary.libraries if module.name not in each.name]
    yield from _unexpected("needs", needed, MAC)
    if _oldest_macos(binary) > MACOS:
        yield f"needs macOS {_oldest_macos(binary)}, above {MACOS}"
    if target.processor == "aarch64" and not binary.has_code_signature:
        yield "has no signature, without which Apple's processors load nothing"
    yield from _exports(str(symbol.name).removeprefix("_") for symbol in binary.exported_symbols)
    undefined = (str(symbol.name).removeprefix("_") for symbol in binary.imported_symbols)
    yield from _unstable(undefined, python)


def _oldest_macos(binary: lief.MachO.Binary) -> tuple[int, ...]:
    if binary.has_build_version:
        return tuple(binary.build_version.minos)
    return tuple(binary.version_min.version)


def _unexpected(verb: str, names: Iterable[str], allowed: re.Pattern[str]) -> Iterable[str]:
    return (f"{verb} {name}" for name in names if not allowed.fullmatch(name))


def _exports(names: Iterable[str], harmless: bool = True) -> Iterable[str]:
    others = {name for name in names if name != ENTRY}
    if harmless:
        others = {name for name in others if not HARMLESS.fullmatch(name)}
    return [f"exports {', '.join(sorted(others)[:5])}"] if others else []


def _unstable(names: Iterable[str], python: PythonAbi) -> Iterable[str]:
    """Names of Python that the stable ABI does not have; python3.dll has exactly that."""
    if not python.stable:
        return []
    library = lief.PE.parse(embedded_python(python.version) / "python3.dll")
    assert library is not None
    stable = {str(entry.name) for entry in library.get_export().entries}
    used = {name for name in names if name.startswith(("Py", "_Py"))} - {ENTRY}
    return [f"uses {name}, which is not in the stable ABI" for name in sorted(used - stable)]


READERS: dict[str, Callable[[Path, Target, PythonAbi], Iterable[str]]] = {
    "linux": _check_linux,
    "windows": _check_windows,
    "macos": _check_macos,
}
