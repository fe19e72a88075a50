import type { CatalogueFigures } from '#server/domain/projects/figures.ts';
import { reading } from '#src/content/impact-hub.ts';
import { formatInstant } from '#src/lib/text/instants.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import { ReloadButton } from '#src/ui/controls/reload-button.tsx';
import { Meter } from '#src/ui/routes/impact-hub/meter.tsx';

type CatalogueReadingProps = { figures: (CatalogueFigures & { latestChange: Date | null }) | undefined };

/** The catalogue's totals when the page was rendered, or an error if it did not answer. */
export function CatalogueReading({ figures }: CatalogueReadingProps) {
  if (!figures) {
    return (
      <div role="alert" className="grid justify-items-start gap-5 border border-paper/35 p-6">
        <p>{reading.error}</p>
        <ReloadButton label={reading.again} address="/impact-hub" />
      </div>
    );
  }
  const { onSale, issuedCredits, expectedCredits, otherCredits, standards, latestChange } = figures;
  return (
    <Meter
      title={reading.title}
      lead={{ label: reading.credits, value: formatCount(issuedCredits), unit: 'tCO₂e' }}
      rows={[
        ...(expectedCredits > 0 ? [{ label: reading.expected, value: `${formatCount(expectedCredits)} tCO₂e` }] : []),
        ...(otherCredits > 0 ? [{ label: reading.other, value: `${formatCount(otherCredits)} tCO₂e` }] : []),
        { label: reading.projects, value: formatCount(onSale) },
        { label: reading.standards, value: formatCount(standards) },
        { label: reading.latestChange, value: latestChange ? <Instant moment={latestChange} /> : reading.none },
      ]}
    />
  );
}

function Instant({ moment }: { moment: Date }) {
  return <time dateTime={moment.toISOString()}>{formatInstant(moment)}</time>;
}
