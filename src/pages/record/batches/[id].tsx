import { unstable_notFound as notFound } from 'waku/router/server';
import { findBatch } from '#server/domain/record/read/book.ts';
import { countUnconfirmed } from '#server/domain/record/read/certificates.ts';
import { findEntry } from '#server/domain/record/read/entries.ts';
import { entry as entryTexts, figures as figureTexts, sample, batch as texts } from '#shared/content/record/index.ts';
import { countOf, someOf } from '#shared/lib/text/numbers.ts';
import { maxInteger } from '#shared/schemas/limits.ts';
import type { Holding } from '#shared/schemas/record-api.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { InlineLink, RecordLink, TextLink } from '#src/ui/controls/links.tsx';
import { FactList, figure, Heading } from '#src/ui/controls/texts.tsx';
import { CorrectionNotice, EntryLink } from '#src/ui/routes/record/entries.tsx';
import { isStillExpected, StatusBar, StatusFigures } from '#src/ui/routes/record/units.tsx';
import { CompactHead } from '#src/ui/sections/frames.tsx';
import { Table } from '#src/ui/table.tsx';
import { correctionsOf, quantityOf } from '#verify/entry.ts';
import { registryAndUnits, registryName } from '#verify/registries.ts';
import { canonicalNumber, fill, formatCount, formatDay, isolate, unitTypeName, vintageOf } from '#verify/text.ts';

/** How many parts of the bar its label names: of more it would be too long to listen to. The table below has all. */
const labelledParts = 20;

export default async function BatchPage({ id, query }: { id: string; query: string }) {
  const number = canonicalNumber(id, maxInteger);
  const afterText = new URLSearchParams(query).get('after');
  const after = canonicalNumber(afterText ?? '');
  if (after === undefined && afterText !== null) notFound();
  const [found, unconfirmed] =
    number === undefined ? [] : await Promise.all([findBatch(number, after), countUnconfirmed({ batch: number })]);
  if (!found) notFound();
  const { batch, holdings, next } = found;
  const received = await findEntry(batch.entry);
  const corrections = correctionsOf(batch.entry, received?.related ?? []);
  // A batch of too many runs has none here: then the bar is the usual one, of its sums.
  const { runs } = found;
  const runsInWords = runs?.map(({ first, last, status }) => `${first} to ${last} ${figureTexts.states[status].name}`) ?? [];
  const title = fill(texts.title, { id: String(batch.id) });
  const { facts } = texts;
  return (
    <>
      <PageHead
        meta={{
          title: `${title} on the record: ${batch.projectTitle} | Carma`,
          description: `${countOf(quantityOf(batch), 'unit')} of ${batch.projectTitle}, ${registryName(batch.registry)}, vintage ${vintageOf(batch)}: the status of each serial number.`,
        }}
        path={`/record/batches/${batch.id}`}
        name={title}
      />
      <CompactHead back={entryTexts.back} title={title} lede={isolate(batch.projectTitle)} sample={received?.entry.sample && sample} />
      <div className="page pt-6 pb-16">
        <CorrectionNotice title={texts.corrected} index={batch.entry} corrections={corrections} />
        <StatusFigures
          units={batch.units}
          unconfirmed={unconfirmed?.units ?? 0}
          bar={
            runs && (
              <>
                <StatusBar
                  label={`${texts.bar}: ${someOf(runsInWords, labelledParts)}`}
                  parts={runs.map((run) => ({ status: run.status, units: quantityOf(run) }))}
                />
                <p className="figure mt-1 flex justify-between text-[0.8125rem] text-ink-soft">
                  <span>{batch.first}</span>
                  <span>{batch.last}</span>
                </p>
              </>
            )
          }
        />
        <div className="mt-10 grid gap-x-14 gap-y-10 lg:grid-cols-2">
          <FactList
            facts={[
              [
                facts.project,
                <InlineLink key="project" href={`/projects/${batch.project}`}>
                  <bdi>{batch.projectTitle}</bdi>
                </InlineLink>,
              ],
              [facts.registry, registryAndUnits(batch.registry)],
              [facts.serial, figure(batch.serial, 'break-all')],
              [facts.range, figure(`${batch.first} to ${batch.last}`)],
              [facts.units, figure(formatCount(quantityOf(batch)))],
              [facts.vintage, figure(`${formatDay(batch.vintageStart)} to ${formatDay(batch.vintageEnd)}`)],
              [facts.type, unitTypeName(batch.unitType)],
              [facts.issuance, texts.issuances[batch.issuance === 'expected' && !isStillExpected(batch) ? 'ended' : batch.issuance]],
              [facts.received, <EntryLink key="entry" index={batch.entry} />],
              [
                facts.link,
                batch.registryUrl && (
                  <InlineLink link={{ label: batch.registryUrl, href: batch.registryUrl }} rel="nofollow noopener" className="break-all" />
                ),
              ],
            ]}
          />
          <section className="min-w-0">
            <Heading id="holdings" className="display-3 mb-3" text={texts.holdings} />
            <Holdings holdings={holdings} />
            {next !== null && (
              <TextLink link={{ label: texts.more, href: `/record/batches/${batch.id}?after=${next}#holdings` }} className="mt-3" />
            )}
          </section>
        </div>
      </div>
    </>
  );
}

/** The ranges of a batch, and what has become of each. With large text the table is wider than its column, and scrolls. */
function Holdings({ holdings }: { holdings: Holding[] }) {
  const { columns } = texts;
  return (
    <div className="md:overflow-x-auto">
      <Table
        caption={texts.holdings}
        className="text-[0.9375rem]"
        columns={[
          { name: columns.range, cell: ({ first, last }) => `${first} to ${last}`, kind: 'figure' },
          { name: columns.units, cell: (holding) => formatCount(quantityOf(holding)), kind: 'figure', className: 'narrow:text-right' },
          {
            name: columns.status,
            cell: ({ status, owner, entry, certificate }) => (
              <span className="grid justify-items-start">
                {figureTexts.states[status].name}
                {owner !== null && owner !== entry && <EntryLink index={owner} />}
                {certificate && <RecordLink to="certificates" id={certificate} />}
              </span>
            ),
            className: 'row-span-2',
          },
          { name: columns.since, cell: ({ since }) => formatDay(since.toISOString()), className: 'narrow:text-right' },
          {
            name: columns.entry,
            cell: ({ entry }) => <RecordLink to="entries" id={entry} />,
            named: 'before',
            className: 'narrow:text-right',
          },
        ]}
        rows={holdings}
        row={() => ({ className: 'grid-cols-[1fr_auto] gap-x-4' })}
      />
    </div>
  );
}
