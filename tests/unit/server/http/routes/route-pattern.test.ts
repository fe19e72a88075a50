import { describe, expect, it } from 'vitest';
import { routePatterns } from '#server/http/routes/route-pattern.ts';

const routeOf = routePatterns([{ path: '/' }, { path: '/credits' }, { path: '/blog' }, { path: '/projects' }]);

describe('the route of a path', () => {
  it.each([
    ['/', '/'],
    ['/credits', '/credits'],
    ['/blog/an-article', '/blog/:slug'],
    ['/projects/anything', '/projects/:slug'],
    ['/projects.csv', '/projects.csv'],
    ['/certificates/CR-000001.json', '/certificates/:number'],
    ['/record/batches/3', '/record/batches/:id'],
    ['/record/entries/0', '/record/entries/:number'],
    ['/log/tile/0/000', '/log/*'],
    ['/assets/index-abc.js', '/assets/*'],
    ['/api/trpc/projects.list', '/api/trpc/*'],
    ['/api/contact', '/api/contact'],
    ['/api/verify', '/api/verify'],
    ['/api/v1/projects', '/api/v1/projects'],
    ['/api/v1/projects/7', '/api/v1/projects/:reference'],
    ['/api/v1/record/batches/', 'other'],
    ['/api/v1/anything', 'other'],
    ['/wp-login.php', 'other'],
    ['/ada@example.com', 'other'],
    ['/__proto__', 'other'],
  ])('%s is %s', (path, route) => {
    expect(routeOf(path)).toBe(route);
  });

  it('is one of few, whatever is requested', () => {
    const routes = new Set(Array.from({ length: 5_000 }, (_, index) => routeOf(`/${index}/${index}`)));
    expect([...routes]).toEqual(['other']);
  });
});
