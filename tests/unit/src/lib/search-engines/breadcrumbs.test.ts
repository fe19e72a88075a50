import { describe, expect, it } from 'vitest';
import { sitePages } from '#src/content/navigation.ts';
import { breadcrumbs } from '#src/lib/search-engines/breadcrumbs.ts';

const trail = (path: string, name?: string) => breadcrumbs(path, sitePages, name).map((crumb) => `${crumb.name} ${crumb.path}`);

describe('breadcrumbs', () => {
  it('lead from home through every page on the way', () => {
    expect(trail('/enterprise/portfolios')).toEqual(['Home /', 'For Enterprises /enterprise', 'Portfolios /enterprise/portfolios']);
    expect(trail('/vcs')).toEqual(['Home /', 'VCS /vcs']);
  });

  it("end with an article's own title", () => {
    expect(trail('/blog/a-post', 'A post')).toEqual(['Home /', 'Blog /blog', 'A post /blog/a-post']);
  });

  it('skip a level without a page', () => {
    expect(trail('/somewhere/else', 'Else')).toEqual(['Home /', 'Else /somewhere/else']);
  });

  it('are empty for the home page and for unnamed pages', () => {
    expect(trail('/')).toEqual([]);
    expect(trail('/404')).toEqual([]);
  });
});
