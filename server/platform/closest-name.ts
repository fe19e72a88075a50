/**
 * Returns the one of `names` that a misspelt name probably means; undefined if none is close enough.
 * @param limit how many letters may be wrong: by default a third of the misspelt name's, and at most three.
 */
export function closestName(
  misspelt: string,
  names: readonly string[],
  limit = Math.min(3, Math.ceil(misspelt.length / 3)),
): string | undefined {
  const [closest] = names
    .map((name) => ({ name, distance: editDistance(misspelt.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((one, other) => one.distance - other.distance);
  return closest?.name;
}

/** Returns how many letters have to be added, removed or replaced to turn one text into the other (Levenshtein). */
function editDistance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...one].entries()) {
    let left = row + 1;
    above = above.map((up, column) => {
      if (column === 0) return left;
      const diagonal = above[column - 1] ?? 0;
      left = Math.min(left + 1, up + 1, diagonal + (letter === other[column - 1] ? 0 : 1));
      return left;
    });
  }
  return above.at(-1) ?? 0;
}
