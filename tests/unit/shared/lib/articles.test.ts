import { expect, it } from 'vitest';
import { shareLinks } from '#shared/lib/articles.ts';

it('every network gets the whole address of an article, and Twitter its title', () => {
  const address = 'https://carma.example/blog/a?b=1&c=2#d';
  const links = shareLinks({ address, title: 'Nature & “you”' }).map(({ label, href }) => [label, new URL(href).searchParams] as const);
  expect(links.map(([label, query]) => [label, query.get('url') ?? query.get('u')])).toEqual(
    ['Twitter', 'LinkedIn', 'Facebook'].map((label) => [label, address]),
  );
  expect(links[0]?.[1].get('text')).toBe('Nature & “you”');
});
