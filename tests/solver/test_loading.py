"""Work cut into parts."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from merels.solver.loading import split


@given(st.integers(1, 10_000), st.integers(1, 64))
def test_parts_cover_the_range_and_differ_by_one_at_most(count, parts):
    ranges = split(count, parts)
    assert len(ranges) == min(count, parts)
    assert [ranges[0][0], ranges[-1][1]] == [0, count]
    assert all(left[1] == right[0] for left, right in itertools.pairwise(ranges))
    sizes = {last - first for first, last in ranges}
    assert min(sizes) > 0
    assert max(sizes) - min(sizes) <= 1
