import fc from 'fast-check';
import { expect, test } from 'vitest';
import { slugOf, uniqueSlug } from '#server/domain/projects/import/parse-catalogue.ts';

const format = /^[a-z0-9]+(-[a-z0-9]+)*$/;

test('slugs are valid in an address for any title and id', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }), fc.option(fc.string({ minLength: 1 })), (title, id) => {
      const slug = slugOf(title, id);
      expect(slug).toMatch(format);
      expect(slug).toMatch(/[a-z]/);
      expect(slug.length).toBeLessThanOrEqual(120);
      expect(slug).not.toBe('compare');
      expect(slugOf(title, id)).toBe(slug);
      const next = uniqueSlug(slug, new Set([slug, `${slug}-2`]));
      expect(next).toMatch(format);
      expect(next.length).toBeLessThanOrEqual(120);
    }),
  );
});

test.each([
  ['Cwm Tŷ-coch Hillside', null, 'cwm-ty-coch-hillside'],
  ["Farmer's Oak", 'VCS 1477', 'farmers-oak-vcs-1477'],
  ['شجر', 'VCS-9', 'project-vcs-9'],
  ['1234', null, expect.stringMatching(/^project-[0-9a-f]{8}$/)],
  ['Compare', null, 'compare-project'],
])('slugs "%s" with the id %s', (title, id, slug) => expect(slugOf(title, id)).toEqual(slug));
