// What a person has, as this browser holds it, and what each message makes of it.

import type { FriendPart, FriendsChanged, FromMeServer, Me } from "../protocol/protocol";

export interface MeState {
  /** Null before the first message. */
  readonly me: Me | null;
  /** A change was missed: only all of it helps. */
  readonly resync: boolean;
}

export const NOTHING_TOLD: MeState = { me: null, resync: false };

/** The state after a message. What nothing is new of stays the very same value. */
export function reduceMe(state: MeState, message: FromMeServer): MeState {
  const { me } = state;
  switch (message.type) {
    case "me":
      return { me: message, resync: false };
    case "meChanged":
      if (me === null || message.number > me.number + 1) return { ...state, resync: true };
      if (message.number <= me.number) return state;
      return {
        ...state,
        me: {
          ...me,
          number: message.number,
          challenges: message.challenges ?? me.challenges,
          asking: message.asking ?? me.asking,
          friends: friendsAfter(me.friends, message.friends),
          turns: message.turns ?? me.turns,
          found: message.found ?? me.found,
        },
      };
    case "pong":
      return me !== null && (message.version ?? 0) > me.number ? { ...state, resync: true } : state;
    case "rejected":
      return state;
    default:
      return message satisfies never;
  }
}

function friendsAfter(
  friends: readonly FriendPart[],
  change: FriendsChanged | null,
): readonly FriendPart[] {
  if (change === null) return friends;
  const held = new Map(friends.map((friend) => [friend.player, friend]));
  for (const player of change.gone) held.delete(player);
  for (const friend of change.came) held.set(friend.player, friend);
  return [...held.values()];
}
