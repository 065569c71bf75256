"""Pages of the site that come from elsewhere."""

import json

from site_pages.pages import write_notebook

CELLS = [
    {"cell_type": "markdown", "source": ["# Title\n", "\n", "Words."]},
    {
        "cell_type": "code",
        "source": ["print(1)\n", "2"],
        "outputs": [
            {"output_type": "stream", "text": ["1\n"]},
            {"output_type": "execute_result", "data": {"text/plain": ["2"]}},
        ],
    },
]


def test_a_notebook_becomes_a_page():
    page = write_notebook(json.dumps({"cells": CELLS}), "try.ipynb")
    code = "```python\nprint(1)\n2\n```\n\n```text\n1\n```\n\n```text\n2\n```"
    assert page == f"# Title\n\nWords.\n\n{code}\n\n[Download this notebook](try.ipynb)\n"
