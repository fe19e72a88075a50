import { Hono } from 'hono';
import { sendErrorProblem } from '#server/api/protocol/problem.ts';
import { priceShared, type SharedList } from '#server/domain/projects/figures.ts';
import { listAsFile, listHeaders } from '#server/platform/tables/list-file.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { shortlist as texts } from '#src/content/shortlist.ts';
import { refusalText } from '#src/lib/money/quote.ts';
import { readShortlist } from '#src/lib/shortlist/shortlist-address.ts';
import { formatDate, formatDay } from '#src/lib/text/dates.ts';
import { fill } from '#src/lib/text/fill.ts';

type Cell = string | number | null;

/** Serves a shortlist as a workbook, with the figures of /shortlist at the same parameters. */
export function shortlistFile(publicUrl: string) {
  const app = new Hono<AppEnv>();
  app.get('/shortlist.xlsx', async (c) => {
    const address = new URL(c.req.url).searchParams;
    const shared = await priceShared(readShortlist(address).lines, address);
    if (shared.priced.lines.length === 0)
      return c.text('The catalogue has none of these projects. Name them, as in ?p=SLUG:TONNES', 404, { 'cache-control': 'no-store' });
    return c.body(workbook(shared, publicUrl), 200, listHeaders('carma-shortlist', 'xlsx'));
  });
  app.onError((error, c) => sendErrorProblem(c, error, c.req.path, 'The shortlist could not be read. Please try again later.'));
  return app;
}

function workbook({ until, priced, earlier }: SharedList, publicUrl: string): Uint8Array<ArrayBuffer> {
  const { table } = texts;
  const { sheet } = texts.file;
  const day = earlier ? formatDay(earlier.day) : '';
  const header = [
    ...[sheet.project, sheet.address, sheet.location, sheet.standard, sheet.issuance, sheet.tonnes, sheet.price, sheet.until, sheet.cost],
    ...(earlier ? [fill(sheet.priceThen, { day }), fill(sheet.costThen, { day })] : []),
    sheet.note,
  ];
  const rows = priced.lines.map((line, at): Cell[] => {
    const { project, tonnes, refusal, cost } = line;
    const former = earlier?.lines[at];
    const notes = [
      ...(refusal ? [`${refusalText(refusal, project.title, table.refused)} ${table.leftOut}`] : []),
      ...(former?.then.since ? [fill(texts.day.before, { since: formatDate(former.then.since) })] : []),
    ];
    return [
      ...[project.title, `${publicUrl}/projects/${project.slug}`, project.location, project.verificationStandard],
      { issued: table.issued, expected: table.expected, 'not stated': table.notStated }[project.unitsStatus ?? 'not stated'],
      ...[tonnes, pounds(project.pricePerCredit), refusal ? null : until, pounds(cost)],
      ...(earlier ? [pounds(former?.then.price ?? null), pounds(former?.thenCost ?? null)] : []),
      notes.join(' '),
    ];
  });
  const sums = (['subtotal', 'vat', 'total'] as const).map((sum): Cell[] => [
    ...[table[sum], null, null, null, null, sum === 'subtotal' ? priced.tonnes.total : null, null, null, pounds(priced[sum])],
    ...(earlier ? [null, pounds(earlier.thenTotal?.[sum] ?? null)] : []),
    null,
  ]);
  const widths = [34, 44, 28, 24, 30];
  const columns = header.map((name, at) => ({ name, width: widths[at], value: (row: Cell[]) => row[at] }));
  return listAsFile('xlsx', columns, [...rows, ...(priced.tonnes.total > 0 ? sums : [])]);
}

const pounds = (pence: number | null) => (pence === null ? null : pence / 100);
