"""What suites of runs found, asked of a store."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, Iterable, List, Mapping, Optional, Union

from ._library import Error, call, encoded, json_of, lib, taken_text
from ._optional import pandas_module

__all__ = ["Answer", "Store"]


class Answer:
    """The answer to a question: facts, tables, and notes that a reader should know.

    `facts` is a dictionary (`answer["pass_rate"]` is short for `answer.facts["pass_rate"]`), `tables` one of lists of rows,
    each a dictionary. `frame()` gives a table as a pandas DataFrame.
    """

    def __init__(self, text: str) -> None:
        data: Dict[str, Any] = json.loads(text)
        self.columns: Dict[str, List[str]] = data.pop("columns")
        self.notes: List[str] = data.pop("notes")
        self.tables: Dict[str, List[Dict[str, Any]]] = {name: data.pop(name) for name in self.columns}
        self.facts: Dict[str, Any] = data

    def __getitem__(self, name: str) -> Any:
        return self.facts[name]

    def frame(self, table: Optional[str] = None) -> Any:
        """One of the tables, by default the first: a DataFrame if pandas is installed, else a list of dictionaries."""
        if table is None:
            if not self.tables:
                raise Error("this answer has no table, only facts")
            table = next(iter(self.tables))
        if table not in self.tables:
            raise Error(f"this answer has no table {table}; it has {', '.join(self.tables) or 'none'}")
        rows, pandas = self.tables[table], pandas_module()
        return rows if pandas is None else pandas.DataFrame(rows, columns=self.columns[table])

    def __len__(self) -> int:
        return len(next(iter(self.tables.values()), []))

    def __repr__(self) -> str:
        tables = ", ".join(f"{name}: {len(rows)} rows" for name, rows in self.tables.items())
        return f"<scrutineer.Answer {tables or f'{len(self.facts)} facts'}>"

    def _repr_html_(self) -> str:
        frame = self.frame() if self.tables else None
        return str(frame._repr_html_()) if hasattr(frame, "_repr_html_") else f"<pre>{self!r}</pre>".replace("<scrutineer", "&lt;scrutineer")


class Store:
    """A store of suites: the file that `scrutineer suite run --store` fills, or "postgresql://user@host/database".

    >>> import scrutineer as sc
    >>> with sc.Store("nights.db") as nights:
    ...     suites = nights.list()
    ...     night = nights.show("night-1")
    ...     issues = nights.issues("night-1", by="kind", top=0)
    >>> suites.tables["suites"][0]["name"], night["runs"]
    ('night-1', 2)
    >>> issues.tables["issues"][0]["kind"]
    'off_lane'
    >>> len(issues.frame())                # a DataFrame if pandas is installed, else a list of dictionaries
    5

    It is only read. Each question is the command of the same name (docs/suite_questions.md), and its options are the
    command's: `baseline`, `ignore_labels`, `as_evaluated` and `min_change` say what a suite is compared with, and `top=0`
    gives all rows. A store is for one thread at a time.
    """

    def __init__(self, address: Union[str, "os.PathLike[str]"]) -> None:
        self._handle: Optional[int] = None
        self._handle = call("scr_store_open", encoded(os.fspath(address)))

    def list(self, labels: Iterable[str] = (), last: int = 0) -> Answer:
        """Which suites there are, with their verdicts, the newest first; only those with all labels ("branch=main")."""
        return self.ask("list", labels=list_of(labels), last=last)

    def show(self, suite: str, attributes: Iterable[str] = (), events: Iterable[str] = (), **against: Any) -> Answer:
        """One suite: verdicts, pass rate, issues by kind and checker, rates per 1,000 km, what is new and gone."""
        return self.ask("show", suite=suite, attributes=list_of(attributes), events=list_of(events), **against)

    def issues(self, suite: str, new: bool = False, by: str = "cluster", top: int = 50, **options: Any) -> Answer:
        """The issues of a suite, worst first, by "cluster", "kind" or "run".

        `severity`, `kind`, `checker`, `category` and `run` are patterns ("road_*") of those that are wanted.
        """
        return self.ask("issues", suite=suite, new=new, by=by, top=top, **options)

    def worst(self, suite: str, metric: str, top: int = 10, lowest: bool = False) -> Answer:
        """The runs with the worst values of a metric."""
        return self.ask("worst", suite=suite, metric=metric, top=top, lowest=lowest)

    def hist(self, suite: str, metric: str, bins: int = 15) -> Answer:
        """How the values of a metric are spread over a suite."""
        return self.ask("hist", suite=suite, metric=metric, bins=bins)

    def trend(self, metric: str, last: int = 30, labels: Iterable[str] = ()) -> Answer:
        """A metric from suite to suite; also pass_rate, runs, issues, errors, new_errors and km."""
        return self.ask("trend", metric=metric, last=last, labels=list_of(labels))

    def diff(self, before: str, now: str, metrics: bool = True, top: int = 50, **options: Any) -> Answer:
        """Two suites run by run: verdicts, issues that are new, gone or changed, metrics that moved."""
        return self.ask("diff", before=before, now=now, metrics=metrics, top=top, **options)

    def flaky(self, last: int = 30, same: Iterable[str] = (), labels: Iterable[str] = (), after_rules: bool = False) -> Answer:
        """Tests whose verdict or issues change from suite to suite though nothing else does."""
        return self.ask("flaky", last=last, same=list_of(same), labels=list_of(labels), after_rules=after_rules)

    def gate(self, suite: str, criteria: Mapping[str, Any], **against: Any) -> Answer:
        """Is a suite good enough? `criteria` is what a gate's file says; `answer["holds"]` tells."""
        return self.ask("gate", suite=suite, criteria=dict(criteria), **against)

    def rules(self, also_off: bool = False) -> Answer:
        """The rules of triage, and how many issues each touched."""
        return self.ask("rules", also_off=also_off)

    def touched(self, suite: str, rule: Optional[int] = None, top: int = 50) -> Answer:
        """Which rule touched which issue of a suite."""
        return self.ask("touched", suite=suite, top=top, **({} if rule is None else {"rule": rule}))

    def baselines(self) -> Answer:
        """What suites are compared with."""
        return self.ask("baselines")

    def ask(self, question: str, **options: Any) -> Answer:
        """Any of the questions above by its name."""
        if self._handle is None:
            raise Error("the store is closed", code=Error.STATE)
        asked = json_of({"question": question, **options}, "the question")
        return Answer(taken_text(call("scr_store_ask", self._handle, asked)))

    def close(self) -> None:
        """The store may be opened again."""
        handle, self._handle = self._handle, None
        if handle is not None:
            lib.scr_store_close(handle)

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, kind: Any, value: Any, trace: Any) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", None) is not None:
            self.close()


def list_of(texts: Iterable[str]) -> List[str]:
    """Also of one text alone."""
    return [texts] if isinstance(texts, str) else [*texts]
