import { type Context, Hono } from 'hono';
import { sendErrorProblem } from '#server/api/protocol/problem.ts';
import { type PricedShortlist, priceShortlist, readFormerFigures } from '#server/domain/projects/figures.ts';
import { fileColumns } from '#server/domain/projects/files.ts';
import { findProjects } from '#server/domain/projects/find.ts';
import { listChangedProjects, withWholeList } from '#server/domain/projects/list.ts';
import { query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { listHeaders, rowsAsFile, sendList } from '#server/platform/tables/list-file.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { alwaysRevalidate } from '#server/platform/web/cache-headers.ts';
import { compare } from '#shared/content/projects/compare.ts';
import { shortlist as texts } from '#shared/content/shortlist.ts';
import { type BasketCost, formatPounds } from '#shared/lib/money/money.ts';
import { type ComparedLine, refusalText } from '#shared/lib/money/quote.ts';
import { comparisonOf, comparisonRows } from '#shared/lib/projects/comparison.ts';
import { statedUnits } from '#shared/lib/projects/facts.ts';
import { neededByIn, readCompared, readShortlist, shortlistAddress } from '#shared/lib/shortlist.ts';
import { formatDate } from '#shared/lib/text/dates.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import { feedCategory, htmlInXml, xmlText } from '#shared/lib/text/xml.ts';
import { type CatalogueQuery, catalogueSearch, parseCatalogueQuery } from '#shared/schemas/catalogue-query.ts';
import type { Project, ProjectFigures } from '#shared/schemas/project.ts';
import { fill, formatDay } from '#verify/text.ts';
import { feedOf } from './discovery.ts';

const feedLength = 50;

/**
 * Serves the catalogue as files. `/projects.csv`, `.xlsx` and `.json` hold exactly the projects that the same parameters list on
 * `/projects`, across all its pages; `/projects.xml` is an Atom feed of those among them that were added or changed last. Prices are
 * excl. VAT: in pence and, in `priceGbp`, in pounds; in a workbook in pounds alone. `/projects/compare.csv`, `.xlsx` and `/shortlist.xlsx`
 * have the rows, figures and notes of the pages of the same name.
 */
export function catalogueFiles() {
  const { PUBLIC_URL: publicUrl } = env();
  const app = new Hono<AppEnv>();
  for (const format of ['csv', 'json', 'xlsx'] as const)
    app.get(`/projects.${format}`, (c) =>
      sendList(c, { name: 'carma-projects', format, columns: fileColumns(publicUrl, format) }, (write) =>
        withWholeList(queryOf(c.req.url), { unknownValues: 'ignored' }, ({ total, batches }) => write(batches, { total })),
      ),
    );
  app.get('/projects.xml', async (c) => {
    const { projects: changed, query: filters } = await listChangedProjects(queryOf(c.req.url), feedLength);
    const ids = changed.map(({ id }) => id);
    const body = projectsFeed(changed, filters, await readFormerFigures(query, ids));
    return c.body(body, 200, { ...alwaysRevalidate, 'content-type': 'application/atom+xml; charset=utf-8' });
  });
  for (const format of ['csv', 'xlsx'] as const)
    app.get(`/projects/compare.${format}`, async (c) => {
      const asked = readCompared(new URL(c.req.url).searchParams);
      const projects = await findProjects(asked.lines.map(({ slug }) => slug));
      if (projects.length === 0) return sendNone(c, '?p=SLUG&p=SLUG');
      const rows = comparisonRows(comparisonOf(asked, projects, compare), projects, compare, publicUrl);
      const widths = [34, ...projects.map(() => 44), 44];
      return c.body(rowsAsFile(format, rows, widths), 200, listHeaders('carma-comparison', format));
    });
  app.get('/shortlist.xlsx', async (c) => {
    const search = new URL(c.req.url).searchParams;
    const shared = await priceShortlist(readShortlist(search), search, texts);
    if (shared.priced.lines.length === 0) return sendNone(c, '?p=SLUG:TONNES');
    const { rows, widths } = shortlistSheet(shared, publicUrl, neededByIn(search));
    return c.body(rowsAsFile('xlsx', rows, widths), 200, listHeaders('carma-shortlist', 'xlsx'));
  });
  const detail = 'The list of projects could not be read. Please try again later.';
  app.onError((error, c) => sendErrorProblem(c, error, detail));
  return app;
}

const sendNone = (c: Context<AppEnv>, example: string) =>
  c.text(`The catalogue has none of these projects. Name them, as in ${example}`, 404, { 'cache-control': 'no-store' });

function queryOf(address: string): CatalogueQuery {
  return parseCatalogueQuery(new URL(address).searchParams).query;
}

/**
 * Returns an Atom feed (RFC 4287), latest change first. Each list (`filters`) has a feed of its own, which its title and id tell apart.
 * @param former earlier figures by project id.
 */
export function projectsFeed(projects: Project[], filters: CatalogueQuery, former: ReadonlyMap<number, ProjectFigures>): string {
  const search = catalogueSearch(filters, { sort: undefined, view: 'table', page: 1 });
  const named = [...new URLSearchParams(search)].map(([name, value]) => `${name}: ${value}`).join(', ');
  const parts = {
    page: `/projects${search}`,
    file: `/projects.xml${search}`,
    title: xmlText(`Carma: carbon projects${named && ` (${named})`}`),
    description: 'New and changed projects in the catalogue, with price, volume and standard.',
    updated: projects[0]?.updatedAt ?? new Date(0),
  };
  const items = projects.map((project) => {
    const figures = currentText(project) + formerText(project, former.get(project.id));
    return {
      path: `/projects/${project.slug}`,
      title: htmlInXml(project.title),
      description: htmlInXml(figures),
      content: htmlInXml(`${figures} ${project.description}`),
      category: [feedCategory(project.category)],
      date: project.updatedAt,
    };
  });
  return feedOf(parts, items);
}

/** Returns the current status, price and availability as far as they are stated, the standard and the place. */
function currentText({ status, pricePerCredit, availableCredits, unitsStatus, verificationStandard, location }: Project): string {
  const price = pricePerCredit === null ? [] : [`${formatPounds(pricePerCredit)} per credit, excl. VAT.`];
  const pending = unitsStatus === 'expected' ? ', pending' : '';
  const available = status === 'Not yet on sale' ? '' : ' available';
  const credits = availableCredits === null ? [] : [`${countOf(availableCredits, 'credit')}${available}${pending}.`];
  return [`${status}.`, ...price, ...credits, `${verificationStandard}, ${location}.`].join(' ');
}

/** Returns the previous status, price and availability, as far as they differ from the current ones. */
function formerText(project: Project, former: ProjectFigures | undefined): string {
  if (!former) return '';
  const { pricePerCredit, availableCredits } = former;
  const price = pricePerCredit !== null && pricePerCredit !== project.pricePerCredit ? [`${formatPounds(pricePerCredit)} a credit`] : [];
  const credits = availableCredits !== null && availableCredits !== project.availableCredits ? [countOf(availableCredits, 'credit')] : [];
  const status = former.status !== project.status ? [former.status] : [];
  const before = [...status, ...price, ...credits];
  return before.length > 0 ? ` Before: ${before.join(', ')}.` : '';
}

type Cell = string | number | null;
type Compared = ComparedLine<Project>;
/** A column of a shortlist: its name, its cell in a line (`compared`: with the day on which the list was shared), and its sums. */
type SheetColumn = [name: string, cell: (line: Compared['line'], compared?: Compared) => Cell, sum?: (name: keyof BasketCost) => Cell];

/** Returns a shortlist as the rows of a file, with the widths of its first columns. */
function shortlistSheet({ today, until, priced, notes, earlier }: PricedShortlist, publicUrl: string, neededBy: string | undefined) {
  const listed = priced.lines.map(({ project: { slug }, tonnes }) => ({ slug, tonnes }));
  const { sheet } = texts.file;
  const day = earlier ? formatDay(earlier.day) : '';
  const columnsOfThen: SheetColumn[] = [
    [fill(sheet.priceThen, { day }), (_, compared) => pounds(compared?.then.price ?? null)],
    [
      fill(sheet.costThen, { day }),
      (_, compared) => pounds(compared?.thenCost ?? null),
      (sum) => pounds(earlier?.thenTotal?.[sum] ?? null),
    ],
  ];
  const columns: SheetColumn[] = [
    [sheet.project, ({ project }) => project.title, (sum) => sheet.sums[sum]],
    [sheet.address, ({ project }) => `${publicUrl}/projects/${project.slug}`],
    [sheet.location, ({ project }) => project.location],
    [sheet.standard, ({ project }) => project.verificationStandard],
    [sheet.units, ({ project }) => statedUnits(project)],
    [sheet.issuance, ({ project }) => texts.table.units[project.unitsStatus ?? 'notStated']],
    [sheet.tonnes, ({ tonnes }) => tonnes, (sum) => (sum === 'subtotal' ? priced.tonnes.total : null)],
    [sheet.price, ({ project }) => pounds(project.pricePerCredit)],
    [sheet.until, ({ refusal }) => (refusal ? null : until)],
    [sheet.cost, ({ cost }) => pounds(cost), (sum) => pounds(priced[sum])],
    ...(earlier ? columnsOfThen : []),
    [sheet.note, notesOf],
  ];
  // Of the texts: project, address, location, standard and units.
  const widths = [34, 44, 28, 24, 30];
  const sums = priced.tonnes.total > 0 ? (['subtotal', 'vat', 'total'] as const) : [];
  const rows: Cell[][] = [
    columns.map(([name]) => name),
    ...priced.lines.map((line, at) => columns.map(([, cell]) => cell(line, earlier?.lines[at]))),
    ...sums.map((name) => columns.map(([, , sum]) => sum?.(name) ?? null)),
    [sheet.today, today],
    ...(neededBy ? [[sheet.neededBy, neededBy]] : []),
    [sheet.list, publicUrl + shortlistAddress(listed, { on: today, by: neededBy })],
    ...notes.map((note) => [note]),
  ];
  return { rows, widths };
}

function notesOf({ project, refusal }: Compared['line'], compared?: Compared): string {
  return [
    ...(refusal ? [`${refusalText(refusal, project.title, texts.table.refused)} ${texts.table.leftOut}`] : []),
    ...(compared?.then.since ? [fill(texts.day.before, { since: formatDate(compared.then.since) })] : []),
  ].join(' ');
}

const pounds = (pence: number | null) => (pence === null ? null : pence / 100);
