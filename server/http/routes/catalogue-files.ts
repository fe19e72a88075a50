import { Hono } from 'hono';
import { sendErrorProblem } from '#server/api/protocol/problem.ts';
import { readFormerFigures } from '#server/domain/projects/figures.ts';
import { fileColumns } from '#server/domain/projects/files.ts';
import { listChangedProjects, withWholeList } from '#server/domain/projects/list.ts';
import { query } from '#server/platform/database/query.ts';
import { sendList } from '#server/platform/tables/list-file.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { alwaysRevalidate } from '#server/platform/web/conditional-requests.ts';
import { formatPounds } from '#src/lib/money/money.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import { feedCategory, htmlInXml, xmlText } from '#src/lib/text/xml.ts';
import { type CatalogueQuery, catalogueSearch, emptyCatalogueQuery, parseCatalogueQuery } from '#src/schemas/catalogue-query.ts';
import type { Project, ProjectFigures } from '#src/schemas/project.ts';
import { openFeed } from './feed.ts';

const feedLength = 50;

/**
 * Serves the catalogue as files. `/projects.csv`, `.xlsx` and `.json` hold exactly the projects that the same parameters list on
 * `/projects`, across all its pages; `/projects.xml` is an Atom feed of those among them that were added or changed last. Prices are in
 * pence, excl. VAT, and in `priceGbp` in pounds.
 */
export function catalogueFiles(publicUrl: string) {
  const app = new Hono<AppEnv>();
  for (const format of ['csv', 'json', 'xlsx'] as const)
    app.get(`/projects.${format}`, (c) =>
      sendList(c, { name: 'carma-projects', format, columns: fileColumns(publicUrl) }, (write) =>
        withWholeList(queryOf(c.req.url), 'ignored', ({ total, batches }) => write(batches, { total })),
      ),
    );
  app.get('/projects.xml', async (c) => {
    const { projects: changed, query: filters } = await listChangedProjects(queryOf(c.req.url), feedLength);
    const former = await readFormerFigures(
      query,
      changed.map(({ id }) => id),
    );
    const body = projectsFeed(changed, publicUrl, { former, filters });
    return c.body(body, 200, { ...alwaysRevalidate, 'content-type': 'application/atom+xml; charset=utf-8' });
  });
  app.onError((error, c) => sendErrorProblem(c, error, c.req.path, 'The list of projects could not be read. Please try again later.'));
  return app;
}

function queryOf(address: string): CatalogueQuery {
  return parseCatalogueQuery(new URL(address).searchParams).query;
}

type FeedFacts = {
  /** Earlier figures by project id. */
  former?: ReadonlyMap<number, ProjectFigures>;
  /** The list whose changes these are: without filters, the whole catalogue. */
  filters?: CatalogueQuery;
};

/** Returns an Atom feed (RFC 4287), latest change first. Each list has a feed of its own, which its title and id tell apart. */
export function projectsFeed(
  projects: Project[],
  publicUrl: string,
  { former = new Map(), filters = emptyCatalogueQuery }: FeedFacts = {},
): string {
  const search = catalogueSearch(filters, { sort: undefined, view: 'table', page: 1 });
  const named = [...new URLSearchParams(search)].map(([name, value]) => `${name}: ${value}`).join(', ');
  const feed = openFeed(publicUrl, {
    page: `/projects${search}`,
    file: `/projects.xml${search}`,
    title: xmlText(`Carma: carbon projects${named && ` (${named})`}`),
    description: 'New and changed projects in the catalogue, with price, volume and standard.',
    updated: projects[0]?.updatedAt ?? new Date(0),
  });
  for (const project of projects) {
    const link = `${publicUrl}/projects/${project.slug}`;
    const figures = currentText(project) + formerText(project, former.get(project.id));
    feed.addItem({
      id: link,
      link,
      title: htmlInXml(project.title),
      description: htmlInXml(figures),
      content: htmlInXml(`${figures} ${project.description}`),
      category: [feedCategory(project.category)],
      date: project.updatedAt,
    });
  }
  return feed.atom1();
}

/** Returns the current status, price and availability as far as they are stated, the standard and the place. */
function currentText({ status, pricePerCredit, availableCredits, unitsStatus, verificationStandard, location }: Project): string {
  const price = pricePerCredit === null ? [] : [`${formatPounds(pricePerCredit)} per credit, excl. VAT.`];
  const pending = unitsStatus === 'expected' ? ', pending' : '';
  const credits = availableCredits === null ? [] : [`${formatCount(availableCredits)} credits available${pending}.`];
  return [`${status}.`, ...price, ...credits, `${verificationStandard}, ${location}.`].join(' ');
}

/** Returns the previous status, price and availability, as far as they differ from the current ones. */
function formerText(project: Project, former: ProjectFigures | undefined): string {
  if (!former) return '';
  const { pricePerCredit, availableCredits } = former;
  const price = pricePerCredit !== null && pricePerCredit !== project.pricePerCredit ? [`${formatPounds(pricePerCredit)} a credit`] : [];
  const credits =
    availableCredits !== null && availableCredits !== project.availableCredits ? [`${formatCount(availableCredits)} credits`] : [];
  const status = former.status !== project.status ? [former.status] : [];
  const before = [...status, ...price, ...credits];
  return before.length > 0 ? ` Before: ${before.join(', ')}.` : '';
}
