"""The results that ship match their document, and a wrong figure does not."""

import pytest
from pydantic import TypeAdapter, ValidationError

import merels
from merels.web.routes.results import ResultsDocument

document = TypeAdapter(ResultsDocument)


def test_the_results_match_their_document():
    results = merels.results()
    assert document.validate_python(results, strict=True) == results


@pytest.mark.parametrize("change", [{"version": "2"}, {"tables": None}, {"more": 1}])
def test_other_results_do_not(change):
    with pytest.raises(ValidationError):
        document.validate_python(merels.results() | change, strict=True)
