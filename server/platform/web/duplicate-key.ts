/** Returns the first key that occurs twice in the outermost object of a valid JSON text; JSON.parse would silently use the last. */
export function duplicateKey(json: string): string | undefined {
  const seen = new Set<string>();
  let depth = 0;
  for (const { 0: token } of json.matchAll(/"(?:[^"\\]|\\.)*"\s*:?|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth === 1 && token.endsWith(':')) {
      const key = JSON.parse(token.slice(0, -1)) as string;
      if (seen.has(key)) return key;
      seen.add(key);
    }
  }
  return undefined;
}
