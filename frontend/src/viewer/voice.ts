// What is said to people who listen: one polite live region.

export function announce(text: string): void {
  const spoken = document.querySelector<HTMLElement>("#spoken");
  // A repeated text is read again only if it differs.
  if (text && spoken) spoken.textContent = spoken.textContent === text ? `${text}\u00a0` : text;
}
