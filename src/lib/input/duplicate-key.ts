/**
 * Returns the first key that occurs twice in one object of a valid JSON text, with the way to it (`projects.0.quantity`); JSON.parse
 * would silently use the last.
 */
export function duplicateKey(json: string): string | undefined {
  /** The objects and arrays around the token: the keys that each object has had, and the current key or index. */
  const around: { keys?: Set<string>; at: string | number }[] = [];
  for (const { 0: token } of json.matchAll(/"(?:[^"\\]|\\.)*"\s*:?|[{}[\],]/g)) {
    const inner = around.at(-1);
    if (token === '{') around.push({ keys: new Set(), at: '' });
    else if (token === '[') around.push({ at: 0 });
    else if (token === '}' || token === ']') around.pop();
    else if (token === ',') {
      if (typeof inner?.at === 'number') inner.at += 1;
    } else if (inner?.keys && token.endsWith(':')) {
      inner.at = JSON.parse(token.slice(0, -1)) as string;
      if (inner.keys.has(inner.at)) return around.map(({ at }) => at).join('.');
      inner.keys.add(inner.at);
    }
  }
  return undefined;
}
