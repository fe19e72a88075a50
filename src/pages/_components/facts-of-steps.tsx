import { type ReactNode, Suspense } from 'react';
import { listEntries, type ReadEntry } from '#server/domain/record/read/entries.ts';
import { unlessFailed } from '#server/http/page/page.ts';
import { ledger } from '#shared/content/ledger.ts';
import { entries as entryTexts } from '#shared/content/record/index.ts';
import { entryNumber, entryPath, fill, formatUtcDate } from '#verify/text.ts';

type Kind = 'receive' | 'transfer' | 'retire';

/**
 * Returns, for each step of a credit's life, what it is called on the record and the newest entry of that kind, as a fact to show
 * beside the step. If the record does not answer, its name alone.
 */
export function factsOfSteps(steps: Readonly<Record<string, Kind>>, page: string): Record<string, { label: string; value: ReactNode }> {
  const read = Promise.all(Object.values(steps).map((kind) => listEntries({ limit: 1, kind })));
  const latest = unlessFailed(page, read, 'Could not read the latest entries on the record');
  const value = (kind: Kind) => (
    <Suspense>
      <LatestOfKind kind={kind} latest={latest} />
    </Suspense>
  );
  return Object.fromEntries(Object.entries(steps).map(([step, kind]) => [step, { label: ledger.onRecord, value: value(kind) }]));
}

async function LatestOfKind({ kind, latest }: { kind: Kind; latest: Promise<ReadEntry[][] | undefined> }) {
  const status = entryTexts.kinds[kind];
  const entries = await latest;
  if (!entries) return status;
  const found = entries.flat().find(({ entry }) => entry.kind === kind);
  if (!found) return fill(ledger.none, { status });
  return (
    <a href={entryPath(found.index)} className="underline underline-offset-4">
      {fill(ledger.latest, { status, entry: entryNumber(found.index), date: formatUtcDate(new Date(found.entry.time)) })}
    </a>
  );
}
