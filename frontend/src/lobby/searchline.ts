// The browser's own way to follow a search: its socket, its questions, its clock.

import { Socket } from "../live/socket";
import { serverRequests } from "../net/requests";
import type { Look } from "./opponentsearch";
import type { SearchWiring } from "./search";
import type { FromServer } from "../protocol/protocol";
import { wait } from "../viewer/timer";

/** `token` is the page's: without it the server answers no form. */
export function searchLine(token: string): Omit<SearchWiring, "changed"> {
  return {
    now: () => performance.now(),
    wait,
    open(path, hear, connected) {
      const socket = new Socket<FromServer>(path, "snapshot", {
        hear,
        connected: ({ kind }) => connected(kind),
      });
      return { abort: () => void socket.command({ type: "abort" }), end: () => socket.end() };
    },
    ask(address) {
      const late = new AbortController();
      const { signal } = late;
      const server = serverRequests(token, (url, options) => fetch(url, { ...options, signal }));
      return { answer: server.send<Look>("POST", address), giveUp: () => late.abort() };
    },
  };
}
