import { costOfLines, findMessage, type StoredMessage } from '#server/domain/messages/message.ts';
import { isListed } from '#server/domain/projects/carbon-projects.ts';
import { query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { lineCost } from '#shared/lib/money/money.ts';
import { referenceOf } from '#shared/lib/text/reference.ts';
import type { ProjectFigures } from '#shared/schemas/project.ts';
import type { EventData, SentEventType } from '#shared/schemas/webhook.ts';
import { broughtBy, projectsOf, quantityIn, type RecordEntry, retirementIn } from '#verify/entry.ts';
import type { WebhookDelivery } from './channel.ts';

/** Composes the `data` of an event: what people typed is in it only for a subscription with `personalData`. */
type Compose = (delivery: WebhookDelivery, subscription: Subscription) => Promise<EventData<SentEventType> | undefined>;
type Subscription = { personalData: boolean };

/** Events list at most this many changes or entries, and this many characters of them: receivers like bodies under 20 kB. */
const [maxListed, maxCharacters] = [50, 16_000];

const composers: Record<SentEventType, Compose> = {
  'projects.figures_changed': composeFigures,
  'record.units_received': composeEntries,
  'record.units_retired': composeEntries,
  'record.entry_corrected': composeEntries,
  'message.received': composeMessage,
  'quote.requested': composeMessage,
  'webhook.test': async () => ({}),
};

/** Composes the `data` of an event from the rows that it is about, as they are now. Undefined: there are none any more. */
export const composeEvent: Compose = async (delivery, subscription) => composers[delivery.purpose](delivery, subscription);

type Change = ProjectFigures & { id: number; slug: string; title: string; former: Omit<ProjectFigures, 'since'> | null; total: number };

/** Changes of price or status, with the credits available then: a change of these credits alone is no event. */
async function composeFigures({ id }: WebhookDelivery): Promise<EventData<'projects.figures_changed'> | undefined> {
  const { PUBLIC_URL } = env();
  const rows = await query<Change[]>`
    select
      project.id, project.slug, project.title, history.since, history.price_per_credit, history.available_credits, history.status,
      case when former.status is not null then
        json_build_object('pricePerCredit', former.price_per_credit, 'availableCredits', former.available_credits, 'status', former.status)
      end as former,
      (count(*) over ())::integer as total
    from deliveries as delivery
    join project_figures_history as history on history.seq >= lower(delivery.figures) and history.seq < upper(delivery.figures)
    join carbon_projects as project on project.id = history.project_id and ${isListed}
    left join lateral (
      select price_per_credit, available_credits, status
      from project_figures_history as earlier
      where earlier.project_id = history.project_id and earlier.seq < history.seq
      order by seq desc
      limit 1
    ) as former on true
    where delivery.id = ${id}
      and (former.status is null or (former.price_per_credit, former.status) is distinct from (history.price_per_credit, history.status))
    order by history.seq
    limit ${maxListed}
  `;
  const [first] = rows;
  if (!first) return undefined;
  const changes = rows.map(({ since, total: _, ...change }) => ({
    ...change,
    url: `${PUBLIC_URL}/projects/${change.slug}`,
    changedAt: since.toISOString(),
  }));
  const listed = withinLimit(changes);
  return {
    total: first.total,
    hasMore: listed.length < first.total,
    url: `${PUBLIC_URL}/api/v1/changes?since=${first.since.toISOString()}`,
    changes: listed,
  };
}

type EntryEvent = Extract<SentEventType, `record.${string}`>;

/** The event has no people's names: whoever may read them finds them at the entry's address, until they are erased. */
async function composeEntries({ id, purpose }: WebhookDelivery): Promise<EventData<EntryEvent> | undefined> {
  const { PUBLIC_URL } = env();
  const rows = await query<{ index: number; entry: Buffer; first: number; last: number; total: number }[]>`
    select
      entries.index::float8 as index, entries.entry, lower(delivery.entries)::float8 as first, (upper(delivery.entries) - 1)::float8 as last,
      (count(*) over ())::integer as total
    from deliveries as delivery
    join record_entries as entries on entries.index >= lower(delivery.entries) and entries.index < upper(delivery.entries)
    where delivery.id = ${id} and ${purpose} = any (webhook_events_of(entries.kind, convert_from(entries.entry, 'UTF8')::jsonb))
    order by entries.index
    limit ${maxListed}
  `;
  const [row] = rows;
  if (!row) return undefined;
  const { total, first, last } = row;
  const entries = rows.map(({ index, entry: bytes }) => {
    const stored = JSON.parse(bytes.toString('utf8')) as RecordEntry;
    const entry = withUnitsOf(purpose, stored);
    return {
      ...{ index, kind: entry.kind, time: entry.time, isSample: entry.sample === true, quantity: entry.quantity },
      ...{ certificate: entry.certificate ?? null, refersTo: entry.refersTo, correction: entry.correction ?? null },
      projects: projectsOf(entry).map((project) => ({ id: project.id, slug: project.slug, quantity: project.quantity })),
      url: `${PUBLIC_URL}/api/v1/record/entries/${index}`,
    };
  });
  const listed = withinLimit(entries);
  return {
    total,
    hasMore: listed.length < total,
    url: `${PUBLIC_URL}/api/v1/record/entries?before=${last + 1}`,
    ...{ first, last },
    entries: listed,
  };
}

/** Returns an entry with the units that an event is about: of a delivery those that it brings, or those that it retires at once. */
function withUnitsOf(type: SentEventType, entry: RecordEntry): RecordEntry {
  if (entry.kind !== 'deliver') return entry;
  if (type === 'record.units_retired') return retirementIn(entry);
  const lines = broughtBy(entry);
  return { ...entry, lines, quantity: quantityIn(lines) };
}

async function composeMessage(
  { subjectId }: WebhookDelivery,
  { personalData }: Subscription,
): Promise<EventData<'message.received' | 'quote.requested'> | undefined> {
  const stored = subjectId === null ? undefined : await findMessage(subjectId);
  if (!stored) return undefined;
  const { id, kind, projectSlug, pricesValidUntil, lines } = stored;
  const facts = {
    id,
    reference: referenceOf(id),
    receivedAt: stored.receivedAt.toISOString(),
    ...(personalData ? { person: personOf(stored) } : {}),
  };
  if (kind !== 'quote') {
    // The slug is as it was sent: there may be no such project, or it may have another slug now.
    const [project] = await query<{ slug: string }[]>`
      select slug from carbon_projects
      where ${isListed} and (slug = ${projectSlug} or id = (select project_id from former_slugs where slug = ${projectSlug}))
    `;
    return {
      ...facts,
      ...{ form: kind, project: project?.slug ?? null, tonnes: stored.tonnes, volume: stored.volume },
      hasFile: stored.files.length > 0,
    };
  }
  return {
    ...facts,
    // Every quote has the date (`messages_quote`, db/migrations).
    ...{ pricesValidUntil: pricesValidUntil ?? '', deliverBy: stored.deliverBy, acceptsLaterDelivery: stored.acceptsLaterDelivery },
    tonnes: lines.reduce((sum, { tonnes }) => sum + tonnes, 0),
    ...costOfLines(lines),
    lines: lines.map((line) => ({
      project: line.projectSlug,
      ...{ tonnes: line.tonnes, pricePerCredit: line.pricePerCredit, cost: lineCost(line) },
    })),
  };
}

/** Returns every text that the sender typed: all that `personalData` is needed for. */
function personOf({ name, email, organisation, subject, message, purchaseOrder, sector, timeframe, projectSlug }: StoredMessage) {
  return { name, email, organisation, subject, message, purchaseOrder, sector, timeframe, project: projectSlug };
}

/** Returns the first items of a list that fit into an event; at least one. */
function withinLimit<Item>(items: readonly Item[]): Item[] {
  let characters = 0;
  return items.filter((item, index) => {
    characters += JSON.stringify(item).length;
    return index === 0 || characters <= maxCharacters;
  });
}
