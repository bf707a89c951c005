"""The types and the version are those of the document."""
import tomllib
from pathlib import Path
from typing import Any

import pytest

from cartulary import Client, types

DOCUMENTED = {
    "ActionMask": "ActionMask",
    "Due": "Due",
    "LegalCommand": "LegalCommand",
    "Made": "Made",
    "MatchInfo": "MatchInfo",
    "Owed": "Next",
    "Registered": "Registered",
    "Results": "MatchResults",
    "Standing": "Standing",
}


@pytest.fixture
def document(url: str) -> Any:
    """The document of the server."""
    return Client(url).get("/openapi.json")


def test_the_types_are_those_of_the_document(document: Any) -> None:
    schemas = document["components"]["schemas"]
    for ours, theirs in DOCUMENTED.items():
        unknown = set(getattr(types, ours).__annotations__) - _fields(schemas, schemas[theirs])
        assert not unknown, f"{theirs} has no {unknown}"


def test_major_and_minor_are_those_of_the_contract(document: Any) -> None:
    manifest = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())
    ours, theirs = manifest["project"]["version"], document["info"]["version"]
    assert ours.split(".")[:2] == theirs.split(".")[:2]


def _fields(schemas: dict[str, Any], schema: dict[str, Any]) -> set[str]:
    """The names of all fields of a schema, with those of what it is put together from."""
    fields: set[str] = set(schema.get("properties", {}))
    for part in schema.get("allOf", []):
        name = part.get("$ref", "").rpartition("/")[2]
        fields |= _fields(schemas, schemas[name] if name else part)
    return fields
