"""numpy and pandas, where they are installed."""

from __future__ import annotations

from typing import Any

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]


def is_frame(value: Any) -> bool:
    """Is it a pandas DataFrame? Does not load pandas: a program that has a DataFrame has loaded it already."""
    kind = type(value)
    return kind.__name__ == "DataFrame" and kind.__module__.startswith("pandas.")


def pandas_module() -> Any:
    """pandas, or None."""
    try:
        import pandas
    except ImportError:
        return None
    return pandas
