"""The version, for the package and for the build."""

__all__ = ["__version__"]

__version__ = "0.1.0"
