/** Returns the human-readable reference of a stored message: `Q-1A2B3C4D`, from the first eight digits of its id (a UUID). */
export function referenceOf(id: string): string {
  return `Q-${id.slice(0, 8).toUpperCase()}`;
}

/** Checks whether a text is such a reference. */
export function isReference(text: string): boolean {
  return /^Q-[0-9A-F]{8}$/.test(text);
}
