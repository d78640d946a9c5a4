// The people somebody follows, which of them are playing now, and how that changes. No DOM.

import type { LobbyGame } from "../protocol/protocol";

export interface Playing {
  /** Their name in links. */
  readonly player: string;
  readonly name: string;
  readonly game: string;
  readonly opponent: string;
  readonly variant: string;
}

export interface Person {
  readonly player: string;
  readonly name: string;
  readonly isBot: boolean;
  readonly playing: Playing | null;
  /** Whether they are connected to a public game, to play or to watch. */
  readonly here: boolean;
  /** The day their last game ended; empty without one, and for bots. */
  readonly seen: string;
  readonly last: LastGame | null;
}

/** Somebody's last game, and how it ended for them. */
export interface LastGame {
  readonly game: string;
  readonly words: string;
}

export interface Show {
  readonly slug: string;
  readonly title: string;
  /** How it stands. */
  readonly words: string;
}

/** What the server wrote into the page. */
export interface Following {
  /** Some of the people: those playing now, then those seen last. */
  readonly people: readonly Person[];
  /** How many more there are. */
  readonly more: number;
  readonly exhibitions: readonly Show[];
  /** The names in links of all of them. */
  readonly all: readonly string[];
}

/** What `/following/now` answers. */
export interface Now {
  readonly playing: readonly Playing[];
  /** The names in links of those who are connected to a public game. */
  readonly here: readonly string[];
  readonly exhibitions: readonly Show[];
}

/** The same people as they are now: those playing come first, whether named before or not. */
export function withNow(before: Following, now: Now): Following {
  const known = new Map(before.people.map((person) => [person.player, person]));
  const here = new Set(now.here);
  const playing = now.playing.map((each): Person => {
    const { player, name } = each;
    const fresh = { isBot: false, seen: "", last: null, ...known.get(player) };
    return { ...fresh, player, name, playing: each, here: here.has(player) };
  });
  const names = new Set(now.playing.map(({ player }) => player));
  const rest = before.people
    .filter(({ player }) => !names.has(player))
    .map((person) => ({ ...person, playing: null, here: here.has(person.player) }));
  return { ...before, people: [...playing, ...rest], exhibitions: now.exhibitions };
}

/** Those who are playing now. */
export function playingNow({ people }: Following): readonly Playing[] {
  return people.flatMap(({ playing }) => (playing === null ? [] : [playing]));
}

/** The live games of people who are followed, as one string: when it differs, there is news. */
export function followedGames(live: readonly LobbyGame[], all: ReadonlySet<string>): string {
  return live
    .filter(({ seats }) =>
      [seats.black, seats.white].some((seat) => seat !== null && all.has(seat.player)),
    )
    .map(({ game }) => game)
    .sort()
    .join();
}
