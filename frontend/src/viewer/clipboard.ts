// The clipboard.

/** Copies a text; also on plain http addresses, where the clipboard's own interface is missing. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "hidden";
    document.body.append(field);
    const focused = document.activeElement;
    field.select();
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- all there is on plain http
    const done = document.execCommand("copy");
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return done;
  }
}
