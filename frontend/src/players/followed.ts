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
  /** The day their last game ended; empty without one. */
  readonly seen: string;
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
  readonly exhibitions: readonly Show[];
}

/** The same people as they are now: those playing come first, whether named before or not. */
export function withNow(before: Following, now: Now): Following {
  const known = new Map(before.people.map((person) => [person.player, person]));
  const playing = now.playing.map((each): Person => {
    const { player, name } = each;
    return { isBot: false, seen: "", ...known.get(player), player, name, playing: each };
  });
  const names = new Set(now.playing.map(({ player }) => player));
  const rest = before.people
    .filter(({ player }) => !names.has(player))
    .map((person) => ({ ...person, playing: null }));
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
