"""How far a share that was counted can be trusted: the score interval of Wilson.

E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", Journal of the American
Statistical Association 22 (1927), 209-212. It stays inside 0 and 1 and is honest about small counts, where the usual
"share plus or minus" is not: of 3 in 3 it says 44 % to 100 %.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


@dataclass(frozen=True, slots=True)
class Interval:
    """Between which shares the true one lies, in 95 of 100 such counts."""

    low: float
    high: float


def interval(hits: int, count: int) -> Interval:
    """Of `hits` in `count`; of nothing counted everything is possible."""
    if not 0 <= hits <= count:
        raise ValueError(f"{hits} of {count} is no count.")
    if count == 0:
        return Interval(0.0, 1.0)
    share, spread = hits / count, Z * Z / count
    middle = (share + spread / 2) / (1 + spread)
    reach = Z * math.sqrt(share * (1 - share) / count + spread / (4 * count)) / (1 + spread)
    # At either end the formula is exact, and floating point is not.
    low = 0.0 if hits == 0 else middle - reach
    return Interval(low, 1.0 if hits == count else middle + reach)
