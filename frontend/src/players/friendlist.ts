// A person's friends, and whether they are here: friends.html is the same from the server.

import type { TemplateResult } from "lit-html";
import { html } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { DAY, HOUR, MINUTE } from "../rules/units";
import type { FriendPart } from "../protocol/protocol";
import { playerLink } from "./playerlink";
import { seal } from "./seal";
import { count, say } from "../words/words";

/** The friends at a moment (ms since 1970 UTC). */
export function friendList(friends: readonly FriendPart[], now: number): TemplateResult {
  return html`<ul class="others">
    ${repeat(
      [...friends].sort(inOrder),
      ({ player }) => player,
      (friend) => row(friend, now),
    )}
  </ul>`;
}

/** Those who are here first, then those who left last. */
function inOrder(one: FriendPart, two: FriendPart): number {
  return (
    Number(two.here) - Number(one.here) ||
    Number(one.playing !== null) - Number(two.playing !== null) ||
    (two.seen ?? 0) - (one.seen ?? 0) ||
    (one.name < two.name ? -1 : 1)
  );
}

function row(friend: FriendPart, now: number): TemplateResult {
  const { player, name, here, playing } = friend;
  const shape = playing !== null ? "playing" : here ? "here" : "away";
  return html`<li class="other">
    <span class="face">${seal(player)}<i class=${`presence ${shape}`}></i></span>
    <span class="about">
      <span class="name">${playerLink(friend, name)}</span>
      <span class="quiet"><bdi>${presenceWords(friend, now)}</bdi></span>
    </span>
    ${
      playing !== null
        ? html`<a class="button small" href=${`/game/${playing.game}/`}
            >${say("Watch")}<span class="hidden"> ${name}</span></a
          >`
        : html`<a
            class=${`button small${here ? " primary" : ""}`}
            href=${`/player/${player}/challenge`}
            >${say("Challenge")}<span class="hidden"> ${name}</span></a
          >`
    }
  </li>`;
}

/** What somebody does, or when they were last here. */
export function presenceWords({ here, playing, seen }: FriendPart, now: number): string {
  if (playing !== null) {
    const { width, height } = playing.variant;
    return say("playing {opponent}, {size}", {
      opponent: playing.opponent,
      size: `${width}×${height}`,
    });
  }
  if (here) return say("online");
  if (seen === null) return say("not here");
  const ago = Math.max(0, now - seen);
  if (ago < HOUR)
    return count("here {count} minute ago", "here {count} minutes ago", Math.floor(ago / MINUTE));
  if (ago < DAY)
    return count("here {count} hour ago", "here {count} hours ago", Math.floor(ago / HOUR));
  return count("here {count} day ago", "here {count} days ago", Math.floor(ago / DAY));
}
