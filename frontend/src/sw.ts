// The service worker: shows notices while no page is open, and leads to the game they are about.

import { noticeIn } from "./viewer/pushnotice";

/** What a service worker has of its own; the browser's types would stand against a page's. */
interface Worker {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    readonly matchAll: (options: { type: "window" }) => Promise<readonly Window_[]>;
    readonly openWindow: (address: string) => Promise<unknown>;
    readonly claim: () => Promise<void>;
  };
  readonly skipWaiting: () => Promise<void>;
  readonly addEventListener: (type: string, hears: (event: never) => void) => void;
}

interface Window_ {
  readonly url: string;
  readonly focus: () => Promise<unknown>;
}

interface Lasting {
  readonly waitUntil: (work: Promise<unknown>) => void;
}

type Pushed = Lasting & { readonly data: { readonly text: () => string } | null };
type Clicked = Lasting & { readonly notification: Notification };

const worker = globalThis as unknown as Worker;

// A new one takes over at once: it holds nothing that an old page could miss.
worker.addEventListener("install", (event: Lasting) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener("activate", (event: Lasting) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("push", (event: Pushed) => {
  const notice = noticeIn(event.data?.text() ?? "");
  // Whatever came: a browser that is woken has to show something.
  const { title, body, tag, link } = notice ?? {
    title: "Inarow",
    body: "",
    tag: "",
    link: "/turns/",
  };
  event.waitUntil(
    worker.registration.showNotification(title, {
      body,
      tag,
      data: link,
      icon: "/static/icon-192.png",
    }),
  );
});

worker.addEventListener("notificationclick", (event: Clicked) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data)));
});

/** Comes back to a page that shows it already, or opens another. */
async function open(link: string): Promise<void> {
  const address = new URL(link, worker.location.origin).href;
  const pages = await worker.clients.matchAll({ type: "window" });
  const page = pages.find(({ url }) => url.split("#")[0] === address);
  await (page ? page.focus() : worker.clients.openWindow(address));
}
