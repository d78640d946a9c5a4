// A connection that comes back: one socket, its heartbeat, and the commands it has not seen answered.

import type { Connection, Heartbeat } from "./connection";
import { RESEND_MS, afterClose, commandId, delayMs, pulse } from "./connection";
import type { Pending, Sent } from "./pending";
import { add, settle } from "./pending";
import type { FromServer, Ping, ReadChat, Resync } from "../protocol/protocol";
import { SUBPROTOCOL } from "../protocol/protocol";

/** A command before it has its id. */
export type NewCommand = Sent extends infer C ? (C extends Sent ? Omit<C, "id"> : never) : never;

export interface Listener<In> {
  readonly hear: (message: In) => void;
  readonly connected: (connection: Connection) => void;
}

/** The pulse is checked this often. */
const TICK_MS = 500;

export class Socket<In extends { readonly type: string }> {
  readonly #url: string;
  readonly #complete: In["type"];
  readonly #listener: Listener<In>;
  #socket: WebSocket | null = null;
  #connection: Connection = { kind: "connecting" };
  #heart: Heartbeat = { heardAt: 0, pingedAt: null };
  #attempt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pending: Pending = [];
  #sentAt = 0;
  readonly #ended = new AbortController();
  readonly #ticking: ReturnType<typeof setInterval>;

  /** `complete` names the message after which the connection is live. */
  constructor(path: string, complete: In["type"], listener: Listener<In>) {
    this.#url = new URL(path, location.href.replace(/^http/, "ws")).href;
    this.#complete = complete;
    this.#listener = listener;
    this.#ticking = setInterval(() => this.#tick(), TICK_MS);
    const { signal } = this.#ended;
    addEventListener("online", () => this.#wake(), { signal });
    addEventListener("offline", () => this.#show({ kind: "offline" }), { signal });
    addEventListener("pageshow", () => this.#wake(), { signal });
    document.addEventListener(
      "visibilitychange",
      () => {
        if (document.visibilityState === "visible") this.#wake();
      },
      { signal },
    );
    this.#open();
  }

  /** Closes the connection for good: nothing more is heard or sent. */
  end(): void {
    this.#ended.abort();
    clearInterval(this.#ticking);
    clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  /** The commands not answered yet. */
  get pending(): Pending {
    return this.#pending;
  }

  /** Sends a command, now or once the connection is live, until it is answered; returns its id. */
  command(order: NewCommand): string {
    const id = commandId(crypto.getRandomValues(new Uint8Array(12)));
    const command = { ...order, id } as Sent;
    this.#pending = add(this.#pending, command);
    if (this.#connection.kind === "live") this.#send(command);
    this.#sentAt = performance.now();
    return id;
  }

  /** Asks for a fresh snapshot, or the whole lobby. */
  resync(): void {
    if (this.#connection.kind === "live") this.#send({ type: "resync" });
  }

  /** Asks for the last lines of the rooms one may read now. */
  readChat(): void {
    if (this.#connection.kind === "live") this.#send({ type: "readChat" });
  }

  /** Reconnects, as whoever the visitor is now. */
  reconnect(): void {
    if (this.#isOver()) return;
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    this.#show({ kind: "reconnecting" });
    this.#attempt = 0;
    this.#open();
  }

  #open(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#heart = { heardAt: performance.now(), pingedAt: performance.now() };
    const socket = new WebSocket(this.#url, SUBPROTOCOL);
    this.#socket = socket;
    socket.onopen = () => {
      if (socket === this.#socket) this.#heart = { heardAt: performance.now(), pingedAt: null };
    };
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket) this.#hear(JSON.parse(String(data)) as In);
    };
    socket.onclose = ({ code }) => {
      if (socket === this.#socket) this.#closed(code);
    };
  }

  #hear(message: In): void {
    this.#heart = { heardAt: performance.now(), pingedAt: null };
    // The lobby's messages settle nothing: there are no commands in the lobby.
    if (this.#pending.length > 0) {
      this.#pending = settle(this.#pending, message as unknown as FromServer);
    }
    const completes = message.type === this.#complete && this.#connection.kind !== "live";
    if (completes) {
      this.#attempt = 0;
      this.#connection = { kind: "live" };
    }
    this.#listener.hear(message);
    if (completes) {
      this.#listener.connected(this.#connection);
      this.#resend();
    }
  }

  #closed(code: number): void {
    this.#socket = null;
    const after = afterClose(code);
    if (after !== null) return this.#show(after);
    this.#show(navigator.onLine ? { kind: "reconnecting" } : { kind: "offline" });
    this.#retry = setTimeout(() => this.#open(), delayMs(this.#attempt, Math.random(), code));
    this.#attempt += 1;
  }

  /** The page or the network woke up: do not wait for timers that slept. */
  #wake(): void {
    if (this.#isOver()) return;
    if (this.#connection.kind === "offline" || this.#socket === null) {
      this.reconnect();
    } else if (this.#socket.readyState === WebSocket.OPEN) {
      // Catches up on whatever was lost while nobody looked; the answer also proves the line.
      if (this.#complete === "snapshot") this.#send({ type: "resync" });
      this.#ping();
    }
  }

  #tick(): void {
    if (this.#socket === null) return;
    const now = performance.now();
    switch (pulse(this.#heart, now)) {
      case "ping":
        this.#ping();
        break;
      case "dead": {
        // close() may wait for an answer that never comes: let go of the socket at once.
        const socket = this.#socket;
        this.#closed(1006);
        socket.close();
        return;
      }
      case "fine":
        break;
    }
    const waited = now - this.#sentAt >= RESEND_MS;
    if (this.#connection.kind === "live" && this.#pending.length > 0 && waited) this.#resend();
  }

  #ping(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#send({ type: "ping" });
    this.#heart = { ...this.#heart, pingedAt: this.#heart.pingedAt ?? performance.now() };
  }

  #resend(): void {
    for (const command of this.#pending) this.#send(command);
    this.#sentAt = performance.now();
  }

  #send(message: Sent | ReadChat | Resync | Ping): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #isOver(): boolean {
    return this.#connection.kind === "ended" || this.#connection.kind === "outdated";
  }

  #show(connection: Connection): void {
    if (this.#connection.kind === connection.kind) return;
    this.#connection = connection;
    this.#listener.connected(connection);
  }
}
