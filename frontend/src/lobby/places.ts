// Lists whose entries come and go while somebody reads them: each keeps its place, so nothing moves under a finger.

/** A place in a list. */
export interface Place<T> {
  readonly game: T;
  /** Whether the game is no longer in the list: its place waits for another. */
  readonly gone: boolean;
}

interface Named {
  readonly game: string;
}

/**
 * The places once the list has become `games`: a game keeps its own, another takes the first that is free
 * or a further one, up to `most`. One that is gone stays where it was; at the end its place goes with it,
 * except for the first `least`.
 */
export function placed<T extends Named>(
  before: readonly Place<T>[],
  games: readonly T[],
  most: number,
  least = 0,
): readonly Place<T>[] {
  const now = new Map(games.map((game) => [game.game, game]));
  const places = before.map((place): Place<T> => {
    const game = now.get(place.game.game);
    now.delete(place.game.game);
    return game === undefined ? { game: place.game, gone: true } : { game, gone: false };
  });
  for (const game of now.values()) {
    const free = places.findIndex(({ gone }) => gone);
    if (free >= 0) places[free] = { game, gone: false };
    else if (places.length < most) places.push({ game, gone: false });
  }
  while (places.length > least && places.at(-1)?.gone === true) places.pop();
  return places;
}

/** The games that stand where they did not stand before. */
export function arrived<T extends Named>(
  before: readonly Place<T>[],
  after: readonly Place<T>[],
): readonly string[] {
  const stood = (at: number): string | undefined =>
    before[at]?.gone === false ? before[at].game.game : undefined;
  return after
    .filter(({ game, gone }, at) => !gone && stood(at) !== game.game)
    .map(({ game: { game } }) => game);
}
