import { expect, it } from 'vitest';
import { shareLinks } from '#shared/lib/articles.ts';

it('every network gets the whole address of an article, and Twitter its title', () => {
  const address = 'https://carma.example/blog/a?b=1&c=2#d';
  const links = new Map(shareLinks({ address, title: 'Nature & “you”' }).map(({ label, href }) => [label, new URL(href).searchParams]));
  expect(Array.from(links, ([label, query]) => [label, query.get('url') ?? query.get('u')])).toEqual(
    ['Twitter', 'LinkedIn', 'Facebook'].map((label) => [label, address]),
  );
  expect(links.get('Twitter')?.get('text')).toBe('Nature & “you”');
});
