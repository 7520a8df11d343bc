"""The result of a run."""

from __future__ import annotations

import html
import json
from dataclasses import dataclass
from typing import Any, Dict, List, Optional

from ._optional import pandas_module


@dataclass(frozen=True)
class Actor:
    """An actor as a result names it."""

    id: str
    type: str
    role: str


@dataclass(frozen=True)
class Issue:
    """Something that went wrong, or was implausible. Times are seconds from the first frame."""

    id: int
    time: float
    kind: str
    category: str
    severity: str
    checker: str
    actor: Optional[Actor]
    other_actor: Optional[Actor]
    driver: str
    start: float
    end: float
    message: str
    details: str
    metrics: Dict[str, Any]  #: a dictionary with value and unit for each


def _actor(data: Optional[Dict[str, Any]]) -> Optional[Actor]:
    return None if data is None else Actor(data["id"], data["type"], data["role"])


def _issue(data: Dict[str, Any]) -> Issue:
    return Issue(
        id=data["id"], time=data["time"], kind=data["kind"], category=data["category"], severity=data["severity"],
        checker=data["checker"], actor=_actor(data["actor"]), other_actor=_actor(data["other_actor"]),
        driver=data["driver"], start=data["start"], end=data["end"], message=data["message"], details=data["details"],
        metrics=data["metrics"],
    )  # fmt: skip


class Result:
    """What was found in a run.

    `json` is the text that `scrutineer check --format json` prints, byte for byte; `data` is the same as a dictionary
    (docs/results.md says what is in it). The rest are shortcuts:

    >>> import scrutineer as sc
    >>> result = sc.check("examples/runs/departure/run.json")
    >>> result.verdict                     # "pass", "fail", "suspect" or "incomplete"
    'fail'
    >>> len(result.issues), result.issues[0].severity
    (5, 'error')
    >>> len(result.issues_frame())         # a DataFrame if pandas is installed, else a list of dictionaries
    5
    """

    def __init__(self, text: str) -> None:
        self.json: str = text
        self.data: Dict[str, Any] = json.loads(text)
        self.issues: List[Issue] = [_issue(issue) for issue in self.data["issues"]]

    @property
    def verdict(self) -> str:
        return str(self.data["summary"]["verdict"])

    @property
    def is_complete(self) -> bool:
        return bool(self.data["complete"])

    @property
    def notes(self) -> List[str]:
        """What a person should know beside the issues: how the ego was chosen, what the input lacks."""
        return list(self.data["notes"])

    @property
    def metrics(self) -> Dict[str, Any]:
        return dict(self.data["metrics"])

    def issues_frame(self) -> Any:
        """A row per issue; the values of its metrics are columns of their own."""
        rows = []
        for issue in self.issues:
            row: Dict[str, Any] = {
                "id": issue.id, "time": issue.time, "severity": issue.severity, "category": issue.category,
                "kind": issue.kind, "checker": issue.checker, "actor": issue.actor.id if issue.actor else None,
                "other_actor": issue.other_actor.id if issue.other_actor else None, "start": issue.start,
                "end": issue.end, "message": issue.message,
            }  # fmt: skip
            for name, metric in issue.metrics.items():
                row.setdefault(name, metric["value"] if isinstance(metric, dict) and "value" in metric else metric)
            rows.append(row)
        return _frame(rows)

    def intervals_frame(self) -> Any:
        """A row per interval of every check."""
        return _frame([{key: value for key, value in row.items() if key != "data"} for row in self.data["intervals"]])

    def __repr__(self) -> str:
        counts = ", ".join(f"{self.data['summary'][word]} {word}" for word in ("error", "error_continue", "warning", "info")
                           if self.data["summary"][word])  # fmt: skip
        return f"<scrutineer.Result {self.verdict}: {counts or 'no issues'}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{issue.time:.2f}</td><td>{html.escape(issue.severity)}</td>"
            f"<td>{html.escape(issue.actor.id if issue.actor else '')}</td><td>{html.escape(issue.message)}</td></tr>"
            for issue in self.issues
        )
        return (
            f"<p><b>{html.escape(self.verdict)}</b></p><table><tr><th>time</th><th>severity</th><th>actor</th>"
            f"<th>message</th></tr>{rows}</table>"
        )


def _frame(rows: List[Dict[str, Any]]) -> Any:
    pandas = pandas_module()
    return rows if pandas is None else pandas.DataFrame(rows)
