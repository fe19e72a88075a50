import { findByReference } from '#server/domain/projects/find.ts';
import { listChangedProjects, listPlaces, listProjectPages, listProjects } from '#server/domain/projects/list.ts';
import { readProjectPage } from '#server/domain/projects/project-page.ts';
import { listPictured, searchProjects } from '#server/domain/projects/search.ts';
import { emptyCatalogueQuery, parseCatalogueQuery } from '#shared/schemas/catalogue-query.ts';
import { featuredLimit, relatedLimit, wholeListLimit } from '#shared/schemas/project.ts';

/** Searches of /projects on a catalogue of `manyProjects`, as query strings. */
export const hotSearches = [
  '',
  'page=20',
  'sort=price',
  'sort=price-desc&page=9',
  'sort=available',
  'sort=available-desc',
  'sort=impact',
  'sort=impact-desc',
  'sort=name',
  'sort=name-desc',
  'category=Biochar&sort=price',
  'type=Cookstoves',
  'standard=Isometric&country=GB',
  'country=KE',
  'status=Sold+out',
  'status=Not+yet+on+sale',
  'min=20&max=25&sort=impact-desc',
  'impact=10000&status=On+sale&sort=available',
  'q=quinpura',
  'q=mangrove',
  'q=forest&sort=price',
  'q=stove',
  'q=invented',
  'q=mangorve',
  'q=mangrove+zanton&country=KE',
];

const search = (address: string) => searchProjects(parseCatalogueQuery(new URLSearchParams(address)).query);

/** Every read made for a page, a file or a feed, by name. Needs DATABASE_URL. */
export const hotQueries: Record<string, () => Promise<unknown>> = {
  ...Object.fromEntries(hotSearches.map((address) => [`/projects?${address}`, () => search(address)])),
  'home: featured': () => listProjects({}, { featured: true, limit: featuredLimit }),
  '/credits, /impact-hub: first 60': () => listProjects({}, { limit: wholeListLimit }),
  '/geospatial: places': () => listPlaces({ limit: 60 }),
  '/geospatial: map': listPictured,
  '/projects: map': () => search('view=map&country=KE'),
  'a project, its history, related projects': async () => {
    const first = (await listProjects({}, { limit: 10 })).projects.at(-1);
    return first && readProjectPage(first.slug, { history: 12, related: relatedLimit });
  },
  'project by its registry id': () => findByReference('VCS9001'),
  'feed of changes': () => listChangedProjects(emptyCatalogueQuery, 50),
  'feed of the changes of a filtered list': () => listChangedProjects({ ...emptyCatalogueQuery, country: ['GB'], units: ['issued'] }, 50),
  sitemap: listProjectPages,
};
