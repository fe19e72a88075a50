import { costOfLines, listQuoteLines, type QuoteLine } from '#server/domain/messages/quote-lines.ts';
import { findQuoteId } from '#server/domain/messages/quote-path.ts';
import { type Query, query } from '#server/platform/database/query.ts';
import { sql } from '#server/platform/database/sql.ts';
import type { BasketCost } from '#src/lib/money/basket.ts';
import { type QuoteState, quoteStates, type Standing, standingOf, type UnitsByState } from '#src/lib/record/quote-standing.ts';
import { referenceOf } from '#src/lib/text/reference.ts';
import type { OperationKind } from '#src/schemas/record.ts';

/** An entry of the record about the credits of a quote: `quantity` in tCO2e, of the quote's projects. */
export type QuoteEntry = { index: number; kind: OperationKind; time: Date; certificate: string | null; quantity: number };

/** A request for a quote as its page shows it: nothing that somebody typed but numbers and days. */
export type Quote = {
  reference: string;
  receivedAt: Date;
  answeredAt: Date | null;
  /** The last day on which its prices hold, as 2026-12-07, and whether that day has passed in London. */
  pricesValidUntil: string;
  isExpired: boolean;
  /** The day by which the credits are needed. Null: not said. */
  deliverBy: string | null;
  acceptsLaterDelivery: boolean;
  lines: (QuoteLine & { units: UnitsByState })[];
  /** In pence, with the VAT rate of the day of asking. */
  cost: BasketCost;
  /** The last day of what is reserved, the earliest if there are several. Null: nothing is. */
  reservedUntil: string | null;
  standing: Standing;
  /** In the order of the log: those that staff linked, and those that moved the same units on. */
  entries: QuoteEntry[];
};

type Facts = Pick<Quote, 'receivedAt' | 'answeredAt' | 'pricesValidUntil' | 'isExpired' | 'deliverBy' | 'acceptsLaterDelivery'>;

/** Returns the request for a quote whose page has this last part in its path; undefined if there is none. */
export async function findQuote(lastPart: string): Promise<Quote | undefined> {
  const id = await findQuoteId(lastPart);
  return id === undefined ? undefined : readQuote(id);
}

/** Returns a request for a quote by the id of its message; undefined if there is none. */
export async function readQuote(messageId: string): Promise<Quote | undefined> {
  const [[facts], lines, units, entries] = await Promise.all([
    query<Facts[]>`
      select
        created_at as received_at, answered_at, to_char(prices_valid_until, 'YYYY-MM-DD') as prices_valid_until,
        prices_valid_until < (now() at time zone 'Europe/London')::date as is_expired,
        to_char(deliver_by, 'YYYY-MM-DD') as deliver_by, accepts_later_delivery
      from contact_messages
      where id = ${messageId} and prices_valid_until is not null
    `,
    listQuoteLines(messageId),
    readUnits(messageId),
    readEntries(messageId),
  ]);
  if (!facts) return undefined;
  const withUnits = lines.map((line) => {
    const own = units.filter(({ projectId }) => projectId === line.projectId);
    const tonnesIn = (state: QuoteState) => own.reduce((sum, one) => sum + (one.state === state ? one.tonnes : 0), 0);
    return { ...line, units: Object.fromEntries(quoteStates.map((state) => [state, tonnesIn(state)])) as UnitsByState };
  });
  return {
    ...facts,
    reference: referenceOf(messageId),
    lines: withUnits,
    cost: costOfLines(lines),
    reservedUntil: units.flatMap(({ until }) => until ?? []).sort()[0] ?? null,
    standing: standingOf(withUnits),
    entries,
  };
}

/**
 * The entries about a quote's credits: those that staff linked and, from there, each that took units from one of these, such as the
 * retirement of what was reserved. A delivery moves nobody's units to somebody else, so it is one only if it retires them at once.
 */
const chain = (messageId: string) => sql`
  recursive chain (index) as (
    select entry_index from quote_entries where contact_message_id = ${messageId}
    union
    select entries.index
    from chain
    cross join lateral (
      select distinct ended_entry from unit_holdings where owner_entry = chain.index and ended_entry is not null
    ) as held
    join record_entries as entries on entries.index = held.ended_entry
    where (convert_from(entries.entry, 'UTF8')::jsonb ->> 'refersTo')::bigint = chain.index
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
      to_char(min(held.reserved_until), 'YYYY-MM-DD') as until
    from (
      select held.* from chain join unit_holdings as held on held.owner_entry = chain.index
      where held.ended_entry is null
      union all
      select held.* from chain join unit_holdings as held on held.entry_index = chain.index
      where held.ended_entry is null and held.status = 'Retired'
    ) as held
    join credit_batches as batch on batch.id = held.batch_id
    group by batch.project_id, state
  `;
}

async function readEntries(messageId: string) {
  return query<QuoteEntry[]>`
    with ${chain(messageId)}
    select
      entries.index::float8 as index, entries.kind, entries.created_at as time, certificates.number as certificate,
      case entries.kind
        when 'deliver' then (
          select sum((line.value ->> 'quantity')::bigint)::float8 from jsonb_array_elements(said.entry -> 'lines') as line
          where line.value ->> 'status' = 'Retired'
        )
        else (said.entry ->> 'quantity')::float8
      end as quantity
    from chain
    join record_entries as entries on entries.index = chain.index
    cross join lateral (select convert_from(entries.entry, 'UTF8')::jsonb as entry) as said
    left join record_certificates as certificates on certificates.entry_index = entries.index
    order by entries.index
  `;
}
