"""Bit masks and their members."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gameproof.games.bit_sets import LONG, mask_of, members


@given(st.sets(st.integers(0, 3 * LONG)))
def test_members_are_the_places_ascending(places: set[int]) -> None:
    assert list(members(mask_of(places))) == sorted(places)
