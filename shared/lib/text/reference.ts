/** Returns the human-readable reference of a stored message: `Q-1A2B3C4D`, from the first eight digits of its id (a UUID). */
export function referenceOf(id: string): string {
  return `Q-${id.slice(0, 8).toUpperCase()}`;
}

/** Returns the beginning of a message's id from its reference, in either case; undefined for any other text. */
export function idStartOf(reference: string): string | undefined {
  return /^Q-([0-9a-f]{8})$/i.exec(reference)?.[1]?.toLowerCase();
}
