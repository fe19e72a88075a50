import { type CatalogueFigures, readCatalogueFigures } from '#server/domain/projects/figures.ts';
import { unlessFailed } from '#server/http/page/report-page-error.ts';
import type { figures as homeFigures } from '#src/content/home.ts';
import { formatDate } from '#src/lib/text/dates.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import { FigureStrip } from '#src/ui/sections/figure-strip.tsx';

/** The specified figures, each with what is true of the catalogue today; without that if the catalogue does not answer. */
export async function HomeFigures({ figures }: { figures: typeof homeFigures }) {
  const values = await unlessFailed('home', readCatalogueFigures().then(valuesOf), 'Could not read the figures of the catalogue');
  return (
    <FigureStrip
      onDark
      figures={figures.map(({ value, label, note }) => (values ? { value, label, note: fill(note, values) } : { value, label }))}
    />
  );
}

const valuesOf = ({ onSale, countries, surveyed }: CatalogueFigures) => ({
  date: formatDate(new Date()),
  onSale: formatCount(onSale),
  countries: formatCount(countries),
  surveyed: formatCount(surveyed),
});
