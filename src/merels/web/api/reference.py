"""The page that documents the API, made from the OpenAPI document."""

from __future__ import annotations

import json
from collections.abc import Container, Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Any, Final
from urllib.parse import urlencode

from merels.web.http.problem_kinds import PROBLEM_KINDS

Schema = Mapping[str, Any]

STYLE: Final = (files("merels.web.api") / "reference.css").read_bytes()


def render_reference(document: Schema) -> str:
    """Return the page for an OpenAPI document."""
    info = document["info"]
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(info['title'])}: API</title>",
            '<link rel="stylesheet" href="/api/docs.css"></head><body><main>',
            f"<h1>{escape(info['title'])} <small>{escape(info['version'])}</small></h1>",
            f"<p>{escape(info['summary'])} "
            '<a href="/api/openapi.json">OpenAPI document</a>, <a href="/">the game</a>.</p>',
            *_render_operations(document),
            *_render_schemas(document["components"]["schemas"]),
            *_render_problems(),
            "</main></body></html>",
        )
    )


def _render_operations(document: Schema) -> Iterator[str]:
    yield "<h2>Requests</h2>"
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield f'<section id="{escape(operation["operationId"])}">'
            yield f"<h3><code>{method.upper()} {escape(path)}</code></h3>"
            yield f"<p>{escape(operation['description'])}</p>"
            parameters = operation.get("parameters", [])
            schemas = {each["name"]: each["schema"] for each in parameters}
            required = {each["name"] for each in parameters if each.get("required")}
            yield from _render_members("parameter", schemas, required)
            for media_type, content in operation.get("requestBody", {}).get("content", {}).items():
                yield f"<p>Body: {_render_content(content, media_type)}</p>"
            yield from _render_responses(operation["responses"])
            if method == "get" and "people" not in operation["tags"]:  # these need a secret
                yield _render_example(path, schemas)
            yield "</section>"


def _render_members(
    noun: str, members: Mapping[str, Schema], required: Container[str]
) -> Iterator[str]:
    rows = []
    for name, schema in members.items():
        default = "required" if name in required else ""
        if "default" in schema:
            default = f"<code>{escape(json.dumps(schema['default']))}</code>"
        rows.append((f"<code>{escape(name)}</code>", _render_type(schema), default))
    yield from _render_table((noun, "type", "default"), rows)


def _render_content(content: Schema, media_type: str) -> str:
    return f"{_render_type(content['schema'])} as <code>{escape(media_type)}</code>"


def _render_responses(responses: Schema) -> Iterator[str]:
    rows = [
        (escape(status), _render_content(content, media_type), escape(response["description"]))
        for status, response in responses.items()
        for media_type, content in response.get("content", {}).items()
    ]
    yield from _render_table(("status", "answer", ""), rows)


def _render_example(path: str, parameters: Mapping[str, Schema]) -> str:
    query = {
        name: schema["examples"][-1] for name, schema in parameters.items() if "examples" in schema
    }
    address = f"{path}?{urlencode(query)}" if query else path
    return f'<p>Try: <a href="{escape(address)}"><code>{escape(address)}</code></a></p>'


def _render_schemas(schemas: Mapping[str, Schema]) -> Iterator[str]:
    yield "<h2>Documents</h2>"
    for name, schema in schemas.items():
        yield f'<section id="{escape(name)}"><h3>{escape(name)}</h3>'
        yield f"<p>{escape(schema.get('description', ''))}</p>"
        members, required = schema.get("properties", {}), schema.get("required", ())
        yield from _render_members("member", members, required)
        yield "</section>"


def _render_problems() -> Iterator[str]:
    yield "<h2>Problems</h2>"
    yield "<p>Every error is a problem document (RFC 9457); its type links to a row below.</p>"
    rows = [
        (f'<code id="{name}">{name}</code>', str(kind.status), escape(kind.meaning))
        for name, kind in PROBLEM_KINDS.items()
    ]
    yield from _render_table(("type", "status", "meaning"), rows)


def _render_table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    if not rows:
        return
    yield "<table><thead><tr>" + "".join(f"<th>{head}</th>" for head in heads) + "</tr></thead>"
    for row in rows:
        yield "<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>"
    yield "</table>"


def _render_type(schema: Schema) -> str:
    """Describe the shape of a value in a few words.

    >>> _render_type({"type": "integer", "minimum": 1, "maximum": 24})
    'integer, 1 to 24'
    >>> _render_type({"type": "array", "items": {"$ref": "#/components/schemas/LegalMove"}})
    'list of <a href="#LegalMove">LegalMove</a>'
    """
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    if "anyOf" in schema:
        return " or ".join(_render_type(each) for each in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(f"<code>{escape(str(each))}</code>" for each in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_render_type(schema['items'])}"
    text = str(schema.get("type", schema.get("title", "any")))
    if "minimum" in schema:
        text += f", {schema['minimum']:g} "
        text += f"to {schema['maximum']:g}" if "maximum" in schema else "or more"
    return escape(text)
