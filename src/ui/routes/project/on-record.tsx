import type { onRecord } from '#src/content/projects/project.ts';
import type { batches as batchTexts, figures } from '#src/content/record/index.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import { type UnitStatus, unitStatuses } from '#src/schemas/record.ts';
import type { Batch } from '#src/schemas/record-api.ts';
import { TextLink } from '#src/ui/controls/text-link.tsx';
import { BatchTable } from '#src/ui/routes/record/batch-table.tsx';
import { StateBar, StateLegend } from '#src/ui/routes/record/state-bar.tsx';

/** A project's batches on the record, or a note that its figure is only our statement. */
export function OnRecord({
  batches,
  texts,
  words,
  states,
  forSale,
}: {
  batches: Batch[];
  texts: typeof onRecord;
  words: typeof batchTexts;
  states: (typeof figures)['states'];
  /** The sentence with the numbers of units for sale, shown where some are issued and some pending. */
  forSale: string;
}) {
  const units = Object.fromEntries(
    unitStatuses.map((status) => [status, batches.reduce((sum, batch) => sum + batch.units[status], 0)]),
  ) as Record<UnitStatus, number>;
  const forSaleUnits = {
    issued: batches.reduce((sum, batch) => sum + batch.forSale.issued, 0),
    expected: batches.reduce((sum, batch) => sum + batch.forSale.expected, 0),
  };
  return (
    <section id="record" aria-labelledby="on-record" className="page py-12 print:py-4">
      <h2 id="on-record" className="display-2 print:display-3">
        {texts.title}
      </h2>
      {batches.length === 0 ? (
        <p className="copy mt-3 text-ink-soft">{texts.stated}</p>
      ) : (
        <>
          <p className="copy mt-3 mb-5 text-ink-soft">{texts.intro}</p>
          <div className="print:break-inside-avoid">
            <StateBar
              label={texts.bar}
              parts={unitStatuses.map((status) => ({ status, units: units[status] })).filter((part) => part.units > 0)}
            />
            <StateLegend units={units} states={states} />
          </div>
          {forSaleUnits.issued > 0 && forSaleUnits.expected > 0 && (
            <p className="mt-3 text-ink-soft">
              {fill(forSale, { issued: formatCount(forSaleUnits.issued), expected: formatCount(forSaleUnits.expected) })}
            </p>
          )}
          <div className="mt-6">
            <BatchTable batches={batches} texts={words} withProject={false} />
          </div>
        </>
      )}
      <TextLink href={texts.link.href} className="mt-3 print:hidden">
        {texts.link.label}
      </TextLink>
    </section>
  );
}
