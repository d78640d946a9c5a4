// Fields that are there to be copied.

/** Selects all of a field's text as soon as it has the focus. */
export function selectAll(event: FocusEvent): void {
  (event.target as HTMLInputElement).select();
}
