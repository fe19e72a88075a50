import { describe, expect, it } from 'vitest';
import { sitePages } from '#src/content/navigation.ts';
import { breadcrumbs } from '#src/lib/breadcrumbs.ts';

const trail = (path: string, name?: string) => breadcrumbs(path, sitePages, name).map((crumb) => `${crumb.name} ${crumb.path}`);

describe('breadcrumbs', () => {
  it('lead from home through each page on the way', () => {
    expect(trail('/enterprise/portfolios')).toEqual(['Home /', 'For Enterprises /enterprise', 'Portfolios /enterprise/portfolios']);
    expect(trail('/vcs')).toEqual(['Home /', 'VCS /vcs']);
  });

  it('end with the name that an article brings along', () => {
    expect(trail('/blog/a-post', 'A post')).toEqual(['Home /', 'Blog /blog', 'A post /blog/a-post']);
  });

  it('leave out a step that is no page', () => {
    expect(trail('/somewhere/else', 'Else')).toEqual(['Home /', 'Else /somewhere/else']);
  });

  it('are none for the home page and for what nobody named', () => {
    expect(trail('/')).toEqual([]);
    expect(trail('/404')).toEqual([]);
  });
});
