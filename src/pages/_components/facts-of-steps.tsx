import { type ReactNode, Suspense } from 'react';
import { findNewestRetirement } from '#server/domain/record/read/certificates.ts';
import { listEntries, type ReadEntry } from '#server/domain/record/read/entries.ts';
import { unlessFailed } from '#server/http/page/page.ts';
import { ledger } from '#shared/content/ledger.ts';
import { entries as entryTexts } from '#shared/content/record/index.ts';
import type { RecordedStep } from '#shared/content/types.ts';
import { entryNumber, entryPath, fill, formatUtcDate } from '#verify/text.ts';

type Kind = NonNullable<RecordedStep['recordedAs']>;

/**
 * Returns a fact to show beside each step that leaves an entry on the record, by the step's id: what that is called there, with the newest
 * such entry. If the record does not answer, the fact is the name alone. `page`: what the site logs as the page where that happened.
 */
export function factsOfSteps(steps: readonly RecordedStep[], page: string): Record<string, { label: string; value: ReactNode }> {
  const recorded = steps.flatMap(({ id, recordedAs: kind }) => (kind ? [{ id, kind }] : []));
  const read = Promise.all(recorded.map(({ kind }) => findNewest(kind)));
  const latest = unlessFailed(page, read, 'Could not read the latest entries on the record');
  const value = (kind: Kind, at: number) => (
    <Suspense>
      <LatestOfKind {...{ kind, at, latest }} />
    </Suspense>
  );
  return Object.fromEntries(recorded.map(({ id, kind }, at) => [id, { label: ledger.onRecord, value: value(kind, at) }]));
}

async function findNewest(kind: Kind): Promise<ReadEntry | undefined> {
  return kind === 'retire' ? findNewestRetirement() : (await listEntries({ limit: 1, kind }))[0];
}

async function LatestOfKind({ kind, at, latest }: { kind: Kind; at: number; latest: Promise<(ReadEntry | undefined)[] | undefined> }) {
  const status = entryTexts.kinds[kind];
  const entries = await latest;
  if (!entries) return status;
  const newest = entries[at];
  if (!newest) return fill(ledger.none, { status });
  return (
    <a href={entryPath(newest.index)} className="underline underline-offset-4">
      {fill(ledger.latest, { status, entry: entryNumber(newest.index), date: formatUtcDate(new Date(newest.entry.time)) })}
    </a>
  );
}
