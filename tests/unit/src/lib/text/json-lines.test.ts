import { describe, expect, it } from 'vitest';
import { jsonLines } from '#src/lib/text/json-lines.ts';

const value = { id: 26, title: 'Tŷ-coch "quoted", 47 ha: C\\D', price: -1.5e3, list: [true, null, 'x', {}], nested: { a: '' } };

describe('JSON as lines of tokens', () => {
  it('loses no character', () => {
    const text = jsonLines(value)
      .map(({ depth, tokens }) => '  '.repeat(depth) + tokens.map((token) => token.text).join(''))
      .join('\n');
    expect(text).toBe(JSON.stringify(value, null, 2));
  });

  it('distinguishes keys, strings and other values', () => {
    const kinds = jsonLines(value).flatMap(({ tokens }) => tokens.filter(({ kind }) => kind !== 'mark'));
    expect(kinds.filter(({ kind }) => kind === 'key').map(({ text }) => text)).toEqual(
      ['id', 'title', 'price', 'list', 'nested', 'a'].map((key) => `"${key}"`),
    );
    expect(kinds.filter(({ kind }) => kind === 'value').map(({ text }) => text)).toEqual(['26', '-1500', 'true', 'null']);
    expect(kinds.filter(({ kind }) => kind === 'text')).toHaveLength(3);
  });
});
