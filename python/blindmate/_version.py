"""The version of the package; a test compares it with the project's."""

__version__ = "0.1.0"
