"""A certificate is checked uncompressed and compressed where it is written."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from gameproof.certificates.files import CertificateFile, Sealed, load, unseal
from gameproof.certificates.pairings.pairing import Pairing
from gameproof.prover.written import compressed, seal, write


def made(cells: int) -> CertificateFile:
    pairs = np.arange(cells).reshape(-1, 2)
    return CertificateFile({"game": "mnk"}, "draw", Pairing(pairs))


def test_the_same_is_read_from_both(tmp_path: Path) -> None:
    for cells in (8, 10_000):
        record = made(cells)
        plain, packed = seal(record, compress=False), seal(record)
        assert compressed(plain) == packed == compressed(packed)
        one, two = (unseal(sealed).certificate for sealed in (plain, packed))
        assert isinstance(one, Pairing)
        assert isinstance(two, Pairing)
        assert np.array_equal(one.pairs, two.pairs)
        write(tmp_path / f"{cells}.json", plain)
        assert load(tmp_path / f"{cells}.json") == packed
    assert plain.arrays is not None
    assert packed.arrays is not None
    assert len(packed.arrays) < len(plain.arrays) / 2
    assert compressed(Sealed(b"{}")) == Sealed(b"{}")
