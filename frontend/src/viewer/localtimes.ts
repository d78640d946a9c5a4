// Moments in the reader's own zone: the server writes them in UTC.

/** A moment as a date and a time of day, in the reader's zone unless another is given. */
export function localTime(iso: string, language: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(language, {
    dateStyle: "medium",
    timeStyle: "medium",
    ...(timeZone !== undefined && { timeZone }),
  }).format(new Date(iso));
}

/** Writes moments marked `data-local` anew, or, marked `data-local="title"`, into their title. */
export function showLocalTimes(place: ParentNode, language: string): void {
  for (const time of place.querySelectorAll<HTMLTimeElement>("time[data-local]")) {
    const words = localTime(time.dateTime, language);
    if (time.dataset.local === "title") time.title = words;
    else time.textContent = words;
  }
}
