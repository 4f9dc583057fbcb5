"""The systems that wheels are built for, and the Pythons on them."""

from dataclasses import dataclass

__all__ = ["PYTHONS", "TARGETS", "PythonAbi", "Target"]


@dataclass(frozen=True)
class Target:
    """A system: its name for zig, and the tag of its wheels."""

    name: str
    triple: str
    platform: str
    soabi: str
    """The system's part in the name of a module, such as `x86_64-linux-gnu`."""

    @property
    def system(self) -> str:
        """One of linux, windows and macos."""
        return self.triple.split("-")[1].split(".")[0]

    @property
    def processor(self) -> str:
        """One of x86_64 and aarch64."""
        return self.triple.split("-")[0]


@dataclass(frozen=True)
class PythonAbi:
    """A Python whose headers are used, and the tags of what they make."""

    version: str
    python_tag: str
    abi_tag: str

    def module(self, target: Target) -> str:
        """The file name of the compiled core."""
        if target.system == "windows":
            return "_core.pyd" if self.stable else f"_core.{self.python_tag}-{target.soabi}.pyd"
        middle = "abi3" if self.stable else f"cpython-{self.python_tag[2:]}-{target.soabi}"
        return f"_core.{middle}.so"

    @property
    def stable(self) -> bool:
        """Whether later Pythons load it too."""
        return self.abi_tag == "abi3"


# manylinux2014 is the older name of manylinux_2_17, which old versions of pip know.
_MANYLINUX = "manylinux_2_17_{0}.manylinux2014_{0}"

TARGETS = {
    target.name: target
    for target in (
        Target(
            "linux-x86_64",
            "x86_64-linux-gnu.2.17",
            _MANYLINUX.format("x86_64"),
            "x86_64-linux-gnu",
        ),
        Target(
            "linux-aarch64",
            "aarch64-linux-gnu.2.17",
            _MANYLINUX.format("aarch64"),
            "aarch64-linux-gnu",
        ),
        Target("windows-x86_64", "x86_64-windows-gnu", "win_amd64", "win_amd64"),
        Target("macos-arm64", "aarch64-macos.11.0", "macosx_11_0_arm64", "darwin"),
        Target("macos-x86_64", "x86_64-macos.11.0", "macosx_11_0_x86_64", "darwin"),
        Target("musl-x86_64", "x86_64-linux-musl", "musllinux_1_2_x86_64", "x86_64-linux-musl"),
        Target("musl-aarch64", "aarch64-linux-musl", "musllinux_1_2_aarch64", "aarch64-linux-musl"),
    )
}

PYTHONS = (PythonAbi("3.12", "cp312", "abi3"), PythonAbi("3.11", "cp311", "cp311"))
