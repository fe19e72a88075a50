import { readCatalogueFigures } from '#server/domain/projects/figures.ts';
import { reportPageError } from '#server/http/page/report-page-error.ts';
import type { onSale } from '#src/content/home.ts';
import { formatPounds } from '#src/lib/money/money.ts';
import { fill } from '#src/lib/text/fill.ts';
import { projectCount } from '#src/lib/text/numbers.ts';

/** A link that tells how many projects are on sale, and from what price. Nothing if none are, or the catalogue does not answer. */
export async function OnSaleLine({ content }: { content: typeof onSale }) {
  const figures = await readCatalogueFigures().catch((error: unknown) => {
    reportPageError('home', error, 'Could not read what is on sale');
    return undefined;
  });
  if (!figures || figures.onSale === 0 || figures.lowestPrice === null) return null;
  return (
    <p className="mt-5">
      <a href={content.href} className="inline-flex min-h-11 flex-wrap items-center gap-x-2 underline underline-offset-5">
        {fill(content.text, { projects: projectCount(figures.onSale) })}{' '}
        <strong className="figure text-lichen">{formatPounds(figures.lowestPrice)}</strong> {content.unit}
      </a>
    </p>
  );
}
