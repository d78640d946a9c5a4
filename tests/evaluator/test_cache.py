"""The cache of evaluations is bounded, and forgets the oldest."""

from games import mnk
from games.evaluator.cache import Cache
from games.evaluator.evaluation import Evaluation, Unknown

VARIANT = mnk.Variant(4, 3, 3)


def filled(square: mnk.Square) -> Evaluation:
    position = mnk.Position.start(VARIANT).play(square)
    return Evaluation(position, dict.fromkeys(position.empty_squares(), Unknown()), ())


def test_the_cache_forgets_the_oldest_to_keep_its_bound() -> None:
    cache = Cache(max_values=33)
    for square in range(3):
        cache.put(filled(square))
    assert cache.get(filled(0).position) == filled(0)  # now the most recently used
    cache.put(filled(3))

    assert cache.values == 33
    assert len(cache) == 3
    assert cache.get(filled(1).position) is None
    assert cache.get(filled(0).position) is not None


def test_what_is_kept_twice_counts_once() -> None:
    cache = Cache()
    for _ in range(2):
        cache.put(filled(0))

    assert cache.values == 11
    assert cache.get(filled(0).position, repeatable=True) is None
    cache.put(filled(0), repeatable=True)
    assert cache.get(filled(0).position, repeatable=True) == filled(0)
    assert cache.values == 11
    cache.clear()
    assert (len(cache), cache.values) == (0, 0)
