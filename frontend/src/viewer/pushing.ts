// This browser's own notices: whether it can show them, and where it is told.

import type { Pushing } from "./notices";

const WORKER = "/sw.js";

/** A page of an app that was put on the home screen: on iPhones only those are told. */
function isOnHomeScreen(): boolean {
  return matchMedia("(display-mode: standalone)").matches;
}

function isApple(): boolean {
  return /iPhone|iPad|iPod/.test(navigator.userAgent);
}

export const pushing: Pushing = {
  obstacle: () => {
    if (!("serviceWorker" in navigator)) return "unsupported";
    if (!("PushManager" in globalThis))
      return isApple() && !isOnHomeScreen() ? "homeScreen" : "unsupported";
    return Notification.permission === "denied" ? "blocked" : null;
  },
  endpoint: async () => {
    if (!("serviceWorker" in navigator && "PushManager" in globalThis)) return null;
    const registration = await navigator.serviceWorker.getRegistration(WORKER);
    const subscription = await registration?.pushManager.getSubscription();
    return subscription?.endpoint ?? null;
  },
  digest: async (endpoint) => {
    const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
    return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  },
  subscribe: async (key) => {
    if ((await Notification.requestPermission()) !== "granted") return null;
    await navigator.serviceWorker.register(WORKER);
    const { pushManager } = await navigator.serviceWorker.ready;
    const old = await pushManager.getSubscription();
    // One for another key of the server's would be of no use.
    await old?.unsubscribe();
    const made = await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: bytes(key),
    });
    return made.toJSON();
  },
  unsubscribe: async () => {
    const registration = await navigator.serviceWorker.getRegistration(WORKER);
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  },
};

/** What base64url stands for; some browsers read only bytes. */
function bytes(text: string): Uint8Array<ArrayBuffer> {
  const raw = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(raw, (sign) => sign.charCodeAt(0));
}
