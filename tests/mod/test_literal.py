"""Plain data in JavaScript: what is read, and what is refused."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from merels.errors import NotationError
from merels.mod.literal import find_code, parse_list


def values(text):
    found = parse_list(text, 0)
    assert text[found.closing] == "]"
    return [element.value for element in found.elements]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[]", []),
        ("[ /* none */ ]", []),
        ("[1, -2.5, 1e3, true, false, null]", [1, -2.5, 1000.0, True, False, None]),
        ("['a', \"b\", `c`,]", ["a", "b", "c"]),
        (r"['it\'s', 'a\nb', '\u3042\x41\u{1F600}', '\q']", ["it's", "a\nb", "あA😀", "q"]),
        ("['one\\\ntwo']", ["onetwo"]),
        (
            "[{id: 'x', 'name': 1, \"k\": [2], $a_1: {},}]",
            [{"id": "x", "name": 1, "k": [2], "$a_1": {}}],
        ),
        ("[{ // first ]\n id: 1 /* } */ }]", [{"id": 1}]),
        ("[{名前: 'ゲーム'}]", [{"名前": "ゲーム"}]),
    ],
)
def test_plain_data_is_read(text, expected):
    assert values(text) == expected


def test_a_number_of_any_length_is_a_number():
    assert values(f"[{'9' * 20}, {'9' * 5000}]") == [1e20, float("inf")]


def test_an_unclosed_string_extends_to_the_end():
    text = "a /* = [] a = []"
    assert find_code(text, re.compile("=")) == []
    assert find_code("a = 'it\n= 2", re.compile("="))[1].start() == 8
    assert find_code("a = `${1}=`; a = 2", re.compile("="))[1].start() == 15


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(st.lists(json_values), st.booleans(), st.sampled_from([None, 2]))
def test_json_is_read_as_json(data, ascii_only, indent):
    assert values(json.dumps(data, ensure_ascii=ascii_only, indent=indent)) == data


@pytest.mark.parametrize(
    "text",
    [
        "[",
        "[1",
        "[1 2]",
        "[,]",
        "[1,,2]",
        "[x]",
        "[f()]",
        "[...more]",
        "[{id}]",
        "[{id: 1 name: 2}]",
        "[{[id]: 1}]",
        "[{`id`: 1}]",
        "[{,}]",
        "['a' + 'b']",
        "[`${x}`]",
        "['a\nb']",
        "[undefined]",
        "[01]",
        "[1n]",
        "[" * 100 + "]" * 100,
    ],
)
def test_what_must_be_evaluated_is_refused(text):
    with pytest.raises(NotationError, match="is not plain data"):
        parse_list(text, 0)


def test_a_refusal_names_the_line():
    with pytest.raises(NotationError, match=r"line 3 is not plain data: 'load\(\)'"):
        parse_list("[\n1,\nload()\n]", 0)


def test_entries_have_their_position_in_the_text():
    text = "[ {a: 1} , 'b' ]"
    assert [text[e.start : e.end] for e in parse_list(text, 0).elements] == ["{a: 1}", "'b'"]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("x = 1", 1),
        ("// x = 1", 0),
        ("/* x = 1 */ x = 2", 1),
        ("'x = 1' + \"x = 2\" + `x = 3`", 0),
        ("y.x = 1; x = 2", 2),
        ("max = 1", 0),
    ],
)
def test_code_is_found_outside_strings_and_comments(text, count):
    assert len(find_code(text, re.compile(r"x ="))) == count
