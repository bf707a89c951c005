"""Intervals that allow for what values of one deal have in common, the slow way."""
import math
from functools import cache

CONFIDENCE = 0.95


def beta_fraction(a, b, x):
    """The continued fraction of the incomplete beta function (Lentz)."""
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, 500):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1 / (1 + term * d)
            c = 1 + term / c
            value *= c * d
        if abs(c * d - 1) < 1e-16:
            break
    return value


def incomplete_beta(a, b, x):
    if x in (0, 1):
        return float(x)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
                     + a * math.log(x) + b * math.log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * beta_fraction(a, b, x) / a
    return 1 - front * beta_fraction(b, a, 1 - x) / b


@cache
def student(deals):
    """The quantile of Student's distribution for so many deals, by halving."""
    freedom, lo, hi = max(deals, 2) - 1, 0.0, 1e3
    for _ in range(100):
        t = (lo + hi) / 2
        tail = incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t)) / 2
        lo, hi = (t, hi) if tail > (1 - CONFIDENCE) / 2 else (lo, t)
    return lo


def by_deal(pairs):
    """Of each deal how many values and their sum."""
    deals = {}
    for deal, value in pairs:
        n, total = deals.get(deal, (0, 0.0))
        deals[deal] = (n + 1, total + value)
    return deals


def residuals(pairs):
    """What each deal adds to the error of the mean; None of fewer than two deals."""
    deals, n = by_deal(pairs), len(pairs)
    if len(deals) < 2:
        return None
    mean = sum(value for _, value in pairs) / n
    factor = math.sqrt(len(deals) / (len(deals) - 1)) / n
    return {deal: less(total, mean * count) * factor for deal, (count, total) in deals.items()}


def less(a, b):
    """What rounding leaves of a difference is none."""
    return a - b if abs(a - b) > 1e-12 * max(abs(a), abs(b)) else 0.0


def squares(values):
    return sum(value * value for value in values)


def scatter(errors):
    """The second and the third moment of what deals add to an error."""
    return squares(errors), sum(error ** 3 for error in errors)


def variance_of_mean(pairs):
    parts = residuals(pairs)
    return None if parts is None else squares(parts.values())


def variance(values):
    mean = sum(values) / len(values)
    return squares(value - mean for value in values) / (len(values) - 1) if len(values) > 1 else 0.0


def sure(n, deals, of_one, of_mean):
    """How many independent values would be as sure; no more than there are."""
    if of_one <= 0:
        return min(n, deals)
    # What is certain up to rounding is certain.
    return min(n, of_one / of_mean if of_mean > of_one * 1e-18 else math.inf)


def effective_n(pairs, of_one):
    of_mean = variance_of_mean(pairs)
    return None if of_mean is None else sure(len(pairs), len(by_deal(pairs)), of_one, of_mean)


def around(value, moments, deals):
    """Student's interval, further on the side where few deals lie far off; none where all are alike."""
    if value is None or moments is None or moments[0] <= 0:
        return None, None
    (of_mean, third), t = moments, student(deals)
    away, tail = t * math.sqrt(of_mean), t * t / 2 * third / of_mean
    return value - away + min(tail, 0.0), value + away + max(tail, 0.0)


def carried_by_few(moments):
    """Whether fewer deals than five carry a mean."""
    return moments[0] ** 3 < 5 * moments[1] ** 2


def agresti_coull(rate, n, deals):
    z = student(deals)
    more = n + z * z
    middle = (rate * n + z * z / 2) / more
    away = z * math.sqrt(middle * (1 - middle) / more)
    return max(middle - away, 0.0), min(middle + away, 1.0)


def mean_in(value, n, range, deals):
    """Agresti and Coull's interval of a mean that lies in a range."""
    if n is None:
        return value, None, None
    lo, hi = agresti_coull((value - range[0]) / (range[1] - range[0]), n, deals)
    return value, *(range[0] + end * (range[1] - range[0]) for end in (lo, hi))


def variance_in(value, range):
    """The greatest variance of values in a range with this mean."""
    return (value - range[0]) * (range[1] - value)


def mean(pairs, range):
    """The mean of deals' values with its interval; in a range, if there is one."""
    if not pairs:
        return None, None, None
    value = sum(value for _, value in pairs) / len(pairs)
    deals = len(by_deal(pairs))
    if not range:
        errors = residuals(pairs)
        return value, *around(value, errors and scatter(errors.values()), deals)
    return mean_in(value, effective_n(pairs, variance_in(value, range)), range, deals)


def rank(values, rank):
    return values[int(min(max(rank, 1), len(values))) - 1]


def percentile(pairs, thousandths):
    """The percentile with the ranks that enclose it."""
    if not pairs:
        return None, None, None
    values, part = sorted(value for _, value in pairs), thousandths / 1000
    value = rank(values, -(-len(values) * thousandths // 1000))
    effective = effective_n(pairs, variance(values))
    if effective is None:
        return value, None, None
    n = len(values)
    away = student(len(by_deal(pairs))) * n * math.sqrt(part * (1 - part) / effective)
    lo, hi = math.floor(n * part - away), math.ceil(n * part + away) + 1
    # What lies beyond the ends is known if all would hardly lie on one side.
    strange = (1 - CONFIDENCE) / 2
    return (value, rank(values, lo) if lo >= 1 or (1 - part) ** effective <= strange else None,
            rank(values, hi) if hi <= n or part ** effective <= strange else None)


def difference(first, second, ranges):
    """Of the means: with what both have in common, and as if they had nothing."""
    a, b = residuals(first), residuals(second)
    value = sum(v for _, v in first) / len(first) - sum(v for _, v in second) / len(second)
    if a is None or b is None:
        return [(value, None, None)] * 2
    covariance = sum(a[deal] * b[deal] for deal in a.keys() & b.keys())
    variances = squares(a.values()), squares(b.values())
    if not all(ranges):
        if any(carried_by_few(scatter(errors.values())) for errors in (a, b)):
            return [(value, None, None)] * 2
        together = [less(a.get(deal, 0.0), b.get(deal, 0.0)) for deal in a.keys() | b.keys()]
        apart = [*a.values(), *(-error for error in b.values())]
        return [(value, *around(value, scatter(errors), min(len(a), len(b)))) for errors in (together, apart)]
    deviations = math.sqrt(variances[0] * variances[1])
    correlation = max(-1.0, min(1.0, covariance / deviations)) if deviations > 1e-12 else 0.0
    (a, a_lo, a_hi), (b, b_lo, b_hi) = mean(first, ranges[0]), mean(second, ranges[1])
    away = lambda x, y, r: math.sqrt(max(x * x + y * y - 2 * r * x * y, 0.0))
    return [(value, value - away(a - a_lo, b_hi - b, r), value + away(a_hi - a, b - b_lo, r))
            for r in (correlation, 0.0)]


def paired(first, second, ranges):
    """The mean of differences deal by deal; None of fewer than two deals."""
    a, b = by_deal(first), by_deal(second)
    found = [a[deal][1] / a[deal][0] - b[deal][1] / b[deal][0] for deal in a.keys() & b.keys()]
    if len(found) < 2:
        return None
    value, lo, hi = mean(list(enumerate(found)), None)
    if not all(ranges) and difference(first, second, ranges)[0][1] is None:
        residues = residuals(first), residuals(second)
        if any(it is None or carried_by_few(scatter(it.values())) for it in residues):
            lo, hi = None, None
    if all(ranges):
        if lo is None:
            _, lo, hi = difference(first, second, ranges)[0]
        lo, hi = max(lo, ranges[0][0] - ranges[1][1]), min(hi, ranges[0][1] - ranges[1][0])
    return value, lo, hi


def design_effect(pairs):
    """How many times the variance of the mean is that of independent values."""
    n = effective_n(pairs, variance([value for _, value in pairs])) if pairs else None
    return len(pairs) / n if n else 1.0


class Design:
    """What the seats of a slice have in common: the whole slice, or its players, stand for its parts."""

    def __init__(self, seats, range=None):
        """Of deals, values and players."""
        self.range, pairs, players = range, [seat[:2] for seat in seats], {}
        for *pair, player in seats:
            players.setdefault(player, []).append(tuple(pair))
        deals = [count for count, _ in by_deal(pairs).values()]
        self.seats = sum(n * n for n in deals) / sum(deals) if deals else 1.0
        of_players = sum(len(pairs) * design_effect(pairs) for pairs in players.values())
        self.effect = max(design_effect(pairs), of_players / max(len(pairs), 1))

    def units(self, seats):
        units = math.floor(seats / self.seats)
        return units if units > 1 else None

    def mean(self, values):
        if not values:
            return None, None, None
        value, units = sum(values) / len(values), self.units(len(values))
        if not units:
            return value, None, None
        of_mean = variance(values) * self.effect / len(values)
        if not self.range:
            return value, *around(value, (of_mean, 0.0), units)
        return mean_in(value, sure(len(values), units, variance_in(value, self.range), of_mean), self.range, units)

    def rate(self, successes, n, seats):
        if not n:
            return None, None, None
        units = self.units(seats)
        return successes / n, *(agresti_coull(successes / n, min(n, seats / self.seats), units) if units else (None, None))
