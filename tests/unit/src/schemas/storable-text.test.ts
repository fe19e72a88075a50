import { describe, expect, it } from 'vitest';
import { readParameters } from '#src/schemas/api.ts';
import { projectListInput } from '#src/schemas/project-list.ts';
import { batchesParameters, lookupInput } from '#src/schemas/record-api.ts';
import { isStorable, storableText } from '#src/schemas/storable-text.ts';

describe('a text that PostgreSQL cannot store', () => {
  it('loses its zero bytes and halves of characters, also one that a cut leaves', () => {
    expect(storableText('a\0b\ud800c')).toBe('ab\ufffdc');
    expect(isStorable(storableText('ab🌲', 3))).toBe(true);
    expect(storableText('🌲', 2)).toBe('🌲');
  });

  it.each(['a\0b', 'a\ud800', '\udc00a'])('is rejected by field: %j', (text) => {
    const pathsOf = (result: { error?: { issues: { path: PropertyKey[] }[] } | undefined }) =>
      result.error?.issues.map(({ path }) => path[0]);
    expect(pathsOf(lookupInput.safeParse({ text }))).toEqual(['text']);
    expect(pathsOf(projectListInput.safeParse({ q: text }))).toEqual(['q']);
    expect(pathsOf(projectListInput.safeParse({ category: [text] }))).toEqual(['category']);
  });

  it('is rejected by parameter', () => {
    for (const name of ['project', 'serial']) {
      const { errors } = readParameters(batchesParameters, new URLSearchParams({ [name]: 'a\0b' }));
      expect(errors?.map(({ field }) => field)).toEqual([name]);
    }
  });
});
