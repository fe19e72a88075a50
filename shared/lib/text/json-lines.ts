export type JsonToken = { kind: 'key' | 'text' | 'value' | 'mark'; text: string };

/** A line of pretty-printed JSON: its depth and its tokens. */
export type JsonLine = { depth: number; tokens: JsonToken[] };

/** Tokenises a value as `JSON.stringify` prints it with two spaces, line by line. Joining the tokens gives the same text. */
export function jsonLines(value: unknown): JsonLine[] {
  return JSON.stringify(value, null, 2)
    .split('\n')
    .map((line) => {
      const text = line.trimStart();
      return { depth: (line.length - text.length) / 2, tokens: tokensOf(text) };
    });
}

const token = /(?<key>"(?:[^"\\]|\\.)*")(?=:)|(?<text>"(?:[^"\\]|\\.)*")|(?<value>-?\d[\d.eE+-]*|true|false|null)|(?<mark>[^"\d\w-]+)/g;

function tokensOf(line: string): JsonToken[] {
  return [...line.matchAll(token)].flatMap(({ groups = {} }) =>
    (['key', 'text', 'value', 'mark'] as const).flatMap((kind) => (groups[kind] === undefined ? [] : [{ kind, text: groups[kind] }])),
  );
}
