import { findProjects } from '#server/domain/projects/find.ts';
import { type Query, query, sql, type Transaction } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { Refused } from '#server/platform/refused.ts';
import { sameBytes, sign } from '#server/platform/secret.ts';
import type { Submission, SubmissionResult } from '#server/submissions.ts';
import { quoteTable } from '#shared/content/mails.ts';
import { refusals } from '#shared/content/refusals.ts';
import { formatPounds, lineCost, vatPercent } from '#shared/lib/money/money.ts';
import { deliveryOf, type Quote, type QuotedLine, quote, refusalText } from '#shared/lib/money/quote.ts';
import { statedUnits } from '#shared/lib/projects/facts.ts';
import { type QuoteState, quoteStates, standingOf, type UnitsByState } from '#shared/lib/record/quote-standing.ts';
import { idStartOf, referenceOf } from '#shared/lib/text/reference.ts';
import type { QuoteReceipt } from '#shared/schemas/api.ts';
import { fieldTexts } from '#shared/schemas/form-fields.ts';
import type { Project } from '#shared/schemas/project.ts';
import { type QuoteRequest, quoteSubject } from '#shared/schemas/quote-request.ts';
import { dayIn } from '#shared/schemas/typed.ts';
import { type RecordEntry, retirementIn } from '#verify/entry.ts';
import { fill, formatCount, formatDay, isolate } from '#verify/text.ts';
import { costOfLines, findMessage, type QuoteLine, storeMessage } from './message.ts';

/** A request for a quote as its page shows it: nothing that somebody typed but numbers and days. */
export type FollowedQuote = NonNullable<Awaited<ReturnType<typeof readQuote>>>;

/** Returns the request for a quote whose page has this last part in its path; undefined if there is none. */
export async function findQuote(lastPart: string): Promise<FollowedQuote | undefined> {
  const [, reference = '', token = ''] = /^(Q-[0-9A-F]{8})-([0-9a-f]{32})$/.exec(lastPart) ?? [];
  const start = idStartOf(reference);
  if (start === undefined) return undefined;
  const candidates = await query<{ id: string }[]>`select id from messages where left(id::text, 8) = ${start}`;
  for (const { id } of candidates) if (sameBytes(await tokenOf(id), Buffer.from(token, 'hex'))) return readQuote(id);
  return undefined;
}

/** Returns a request for a quote by the id of its message; undefined if there is none. */
export async function readQuote(messageId: string) {
  const [stored, units, entries] = await Promise.all([findMessage(messageId), readUnits(messageId), readEntries(messageId)]);
  if (stored?.kind !== 'quote') return undefined;
  const { receivedAt, answeredAt, deliverBy, acceptsLaterDelivery, lines } = stored;
  // Every quote has one (messages_quote).
  const pricesValidUntil = stored.pricesValidUntil as string;
  const withUnits = lines.map((line) => {
    const own = units.filter(({ projectId }) => projectId === line.projectId);
    const tonnesIn = (state: QuoteState) => own.reduce((sum, one) => sum + (one.state === state ? one.tonnes : 0), 0);
    return { ...line, units: Object.fromEntries(quoteStates.map((state) => [state, tonnesIn(state)])) as UnitsByState };
  });
  return {
    ...{ receivedAt, answeredAt, deliverBy, acceptsLaterDelivery, pricesValidUntil, isExpired: pricesValidUntil < dayIn() },
    id: messageId,
    reference: referenceOf(messageId),
    lines: withUnits,
    /** In pence, with the VAT rate of the day of asking. */
    cost: costOfLines(lines),
    /** The last day of what is reserved, the earliest if there are several. Null: nothing is reserved. */
    reservedUntil: units.flatMap(({ until }) => until ?? []).sort()[0] ?? null,
    standing: standingOf(withUnits),
    /** In the order of the log: those that staff linked, and those that moved the same units on. */
    entries,
  };
}

/** SQL for `with`: the entries about a quote's credits, which are those that staff linked, and those after them. */
const chain = (messageId: string) => sql`
  chain as (
    select distinct index
    from quote_entries
    cross join lateral record_entries_after(entry_index) as after (index)
    where message_id = ${messageId}
  )
`;

/** Returns the units of a quote by project and by what they are now, in tCO2e. */
export async function readUnits(messageId: string, db: Query = query) {
  return db<{ projectId: number; state: QuoteState; tonnes: number; until: string | null }[]>`
    with ${chain(messageId)}
    select
      batch.project_id,
      case held.status when 'Reserved' then 'reserved' when 'Retired' then 'retired' else 'sold' end as state,
      sum(upper(held.serials) - lower(held.serials))::float8 as tonnes,
      min(held.reserved_until) as until
    from (
      select held.* from chain join unit_holdings as held on held.owner_entry = chain.index
      where held.ended_entry is null
      union all -- Retired units have no owner.
      select held.* from chain join unit_holdings as held on held.entry_index = chain.index
      where held.ended_entry is null and held.status = 'Retired'
    ) as held
    join credit_batches as batch on batch.id = held.batch_id
    group by batch.project_id, state
  `;
}

/** Returns the entries of the record about a quote's credits. `quantity` in tCO2e: of a delivery only what it retired. */
async function readEntries(messageId: string) {
  const rows = await query<{ index: number; entry: Buffer; time: Date; certificate: string | null }[]>`
    with ${chain(messageId)}
    select entries.index::float8 as index, entries.entry, entries.created_at as time, certificates.number as certificate
    from chain
    join record_entries as entries on entries.index = chain.index
    left join record_certificates as certificates on certificates.entry_index = entries.index
    order by entries.index
  `;
  return rows.map(({ entry, ...row }) => {
    const { kind, quantity } = retirementIn(JSON.parse(entry.toString('utf8')) as RecordEntry);
    return { ...row, kind, quantity };
  });
}

/** Formats stored lines and their totals as plain text, for a mail or a terminal. A buyer needs no slugs. */
export function quoteText(lines: readonly QuoteLine[], { isForBuyer = false } = {}): string {
  const { line: text, totals, units, forecast, sample } = quoteTable;
  const cost = costOfLines(lines);
  const listed = lines.map((line, index) => {
    const { projectTitle, projectSlug, tonnes, pricePerCredit, unitsStatus, unitsText, deliveryBy, isSample } = line;
    const day = deliveryBy === null ? '' : fill(forecast, { day: formatDay(deliveryBy) });
    const about = [!isForBuyer && projectSlug, unitsText, `${units[unitsStatus ?? 'notStated']}${day}${isSample ? sample : ''}`]
      .filter(Boolean)
      .join('; ');
    const amounts = { tonnes: formatCount(tonnes), price: formatPounds(pricePerCredit), cost: formatPounds(lineCost(line)) };
    return `${index + 1}. ${isolate(projectTitle.replace(/[\s\p{Cc}]+/gu, ' ').trim())} (${about})\n   ${fill(text, amounts)}`;
  });
  return [
    ...listed,
    '',
    `${totals.tonnes}: ${formatCount(lines.reduce((sum, { tonnes }) => sum + tonnes, 0))}`,
    `${totals.subtotal}: ${formatPounds(cost.subtotal)}`,
    `${fill(totals.vat, { percent: String(lines[0]?.vatPercent ?? 0) })}: ${formatPounds(cost.vat)}`,
    `${totals.total}: ${formatPounds(cost.total)}`,
  ].join('\n');
}

/** The bytes of the part of a quote's address that cannot be guessed: `findQuote` reads its 32 hexadecimal digits. */
const tokenBytes = 16;

/**
 * Returns the address of the page of a request for a quote: `/quotes/`, its reference, and an HMAC of its id. Nothing of it is stored,
 * so that every mail about it and every repeated answer names the same address.
 */
export async function addressOfQuote(messageId: string): Promise<string> {
  return `${env().PUBLIC_URL}/quotes/${referenceOf(messageId)}-${(await tokenOf(messageId)).toString('hex')}`;
}

const tokenOf = async (messageId: string) => (await sign('quote-page', messageId)).subarray(0, tokenBytes);

/**
 * Stores a request for a quote: a message with lines. Titles, volumes and prices (pence) are taken from the catalogue, and worked out by
 * `quote`.
 * @throws Refused; as storeMessage.
 */
export async function requestQuote(request: QuoteRequest, submission: Submission): Promise<SubmissionResult<QuoteReceipt>> {
  const { name, email, message, organisation, purchaseOrder, deliverBy, acceptsLaterDelivery, lines } = request;
  const row = {
    ...({ kind: 'quote', subject: quoteSubject } as const),
    ...{ name, email, message, organisation, purchase_order: purchaseOrder, deliver_by: deliverBy },
    accepts_later_delivery: acceptsLaterDelivery,
  };
  const { receipt, ...rest } = await storeMessage(row, submission, {
    body: { ...row, lines },
    facts: { lines: lines.length },
    storeParts: async (transaction, { id, pricesValidUntil }) => {
      const { lines: quoted, total } = await quoteLines(transaction, request);
      await storeLines(transaction, id, quoted);
      // Every quote has one (messages_quote).
      return { pricesValidUntil: pricesValidUntil as string, total };
    },
  });
  return { receipt: { ...receipt, url: await addressOfQuote(receipt.id) }, ...rest };
}

/** Prices the lines by their projects as they are now. @throws Refused */
async function quoteLines(transaction: Transaction, { lines, deliverBy, acceptsLaterDelivery }: QuoteRequest): Promise<Quote> {
  const priced = quote(lines, await findProjectsOf(lines, transaction), { neededBy: deliverBy, acceptsLaterDelivery });
  const refused = priced.lines.flatMap(({ refusal, project }, line) => {
    if (!refusal) return [];
    const field = refusal.reason === 'not_deliverable_by' ? 'deliverBy' : `lines.${line}.tonnes`;
    return [{ field, message: refusalText(refusal, project.title, refusals.lines), ...refusal }];
  });
  if (refused.length > 0) throw new Refused('lines_refused', { errors: refused });
  // All projects were found, so both have the same order.
  const changed = priced.lines.flatMap(({ project: { title }, pricePerCredit: now }, line) => {
    const shown = lines[line]?.pricePerCredit ?? now;
    if (shown === null || now === null || shown === now) return [];
    const message = fill(refusals.priceChanged, { title, shown: formatPounds(shown), now: formatPounds(now) });
    return [{ field: `lines.${line}.pricePerCredit`, message, pricePerCredit: now }];
  });
  const changes = changed.map(({ message }) => message).join(' ');
  if (changed.length > 0) throw new Refused('prices_changed', { errors: changed, message: fill(refusals.pricesChanged, { changes }) });
  return priced;
}

/** Returns the projects of lines. @throws Refused with an error for each line whose project the catalogue no longer has. */
export async function findProjectsOf(lines: readonly { slug: string }[], db?: Query): Promise<Project[]> {
  const slugs = lines.map(({ slug }) => slug);
  const projects = await findProjects(slugs, db);
  const gone = slugs.filter((slug) => !projects.some((project) => project.slug === slug));
  if (gone.length === 0) return projects;
  const errors = gone.map((slug) => ({ field: `lines.${slugs.indexOf(slug)}.slug`, message: fieldTexts.projectUnknown }));
  throw new Refused('projects_gone', { errors, message: fill(refusals.projectsGone, { slugs: gone.join(', ') }) });
}

async function storeLines(transaction: Transaction, messageId: string, lines: readonly QuotedLine[]): Promise<void> {
  const rows = lines.map(({ project, tonnes, pricePerCredit }, index) => ({
    message_id: messageId,
    line_number: index + 1,
    project_id: project.id,
    project_slug: project.slug,
    project_title: project.title,
    tonnes,
    price_per_credit: pricePerCredit,
    available_credits: project.availableCredits,
    vat_percent: vatPercent,
    units_status: project.unitsStatus,
    delivery_by: deliveryOf(project),
    units: statedUnits(project),
    is_sample: project.isSample,
  }));
  await transaction`insert into message_lines select * from jsonb_populate_recordset(null::message_lines, ${sql.json(rows)}::jsonb)`;
}
