import { expect, test } from 'vitest';
import { shareLinks } from '#src/lib/articles/share-links.ts';

test('every network gets the full URL, and Twitter the title as well', () => {
  const address = 'https://carma.example/blog/a?b=1&c=2#d';
  const links = Object.fromEntries(shareLinks({ address, title: 'Nature & “you”' }).map(({ label, href }) => [label, new URL(href)]));
  expect(links.Twitter?.searchParams.get('url')).toBe(address);
  expect(links.Twitter?.searchParams.get('text')).toBe('Nature & “you”');
  expect(links.LinkedIn?.searchParams.get('url')).toBe(address);
  expect(links.Facebook?.searchParams.get('u')).toBe(address);
});
