// A series: the best of several games between the same two, and what is said of its score.

import type { OutcomePart, SeriesPart, SideWord } from "../protocol/protocol";
import { say } from "../words/words";

/** A game's place in a series, and how the game ended; null while it goes on. */
export interface SeriesGame {
  readonly series: SeriesPart | null;
  readonly outcome: OutcomePart | null;
}

export interface Score {
  readonly black: number;
  readonly white: number;
}

/** The points of both in the series, this game's included once it is over; null outside of one. */
export function seriesScore({ series, outcome }: SeriesGame): Score | null {
  if (series === null) return null;
  const { black, white } = series;
  if (outcome === null || outcome.termination === "abort") return { black, white };
  const won = (side: SideWord): number =>
    outcome.winner === null ? 0.5 : outcome.winner === side ? 1 : 0;
  return { black: black + won("black"), white: white + won("white") };
}

/** Whether no further game can change who has won the series. */
export function isDecided(game: SeriesGame): boolean {
  const score = seriesScore(game);
  if (game.series === null || score === null) return false;
  const { bestOf } = game.series;
  return Math.max(score.black, score.white) > bestOf / 2 || score.black + score.white >= bestOf;
}

/** "2½" */
export function pointsText(points: number): string {
  const whole = Math.floor(points);
  if (whole === points) return String(points);
  return whole === 0 ? "½" : `${whole}½`;
}

/** "Best of 5, game 2" */
export function seriesWords({ bestOf, number }: SeriesPart): string {
  return say("Best of {games}, game {number}", { games: bestOf, number });
}

/** How a series stands for a viewer, or for a spectator; empty outside of one. */
export function seriesSentence(
  game: SeriesGame,
  viewer: SideWord | null,
  nameOf: (side: SideWord) => string,
): string {
  const score = seriesScore(game);
  if (game.series === null || score === null) return "";
  const { black, white } = score;
  const games = game.series.bestOf;
  const leader = black === white ? null : black > white ? "black" : "white";
  const most = pointsText(Math.max(black, white));
  const points = `${most}–${pointsText(Math.min(black, white))}`;
  if (isDecided(game)) {
    if (leader === null) return say("The series is drawn, {points}.", { points });
    return leader === viewer
      ? say("You won the series {points}.", { points })
      : say("{player} won the series {points}.", { points, player: nameOf(leader) });
  }
  if (leader === null) return say("It’s {points}, best of {games}.", { points, games });
  return leader === viewer
    ? say("You lead {points}, best of {games}.", { points, games })
    : say("{player} leads {points}, best of {games}.", { points, games, player: nameOf(leader) });
}
