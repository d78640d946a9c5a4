// A notice as the server pushes it to a browser.

export interface PushNotice {
  readonly title: string;
  readonly body: string;
  /** Of two with the same tag the later one takes the place of the other. */
  readonly tag: string;
  /** A page of this server. */
  readonly link: string;
}

/** The notice in what was pushed; null for anything else. */
export function noticeIn(text: string): PushNotice | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const { title, body, tag, link } = value as Partial<Record<keyof PushNotice, unknown>>;
  if (typeof title !== "string" || typeof body !== "string") return null;
  if (typeof tag !== "string" || typeof link !== "string") return null;
  // Nowhere else: two slashes would be another server's address.
  return /^\/(?![/\\])/.test(link) ? { title, body, tag, link } : null;
}
