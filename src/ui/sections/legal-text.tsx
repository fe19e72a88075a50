import type { LegalPage } from '#src/content/legal.ts';
import type { Company } from '#src/content/types.ts';
import { fillHtml } from '#src/lib/text/prose-html.ts';
import { FigureStrip } from './figure-strip.tsx';
import { ReadingColumn } from './reading-column.tsx';

/** `facts`: the values of the page's placeholders. */
type LegalTextProps = { page: LegalPage; facts: Company & Record<string, string | undefined>; contentsTitle: string };

/** A legal page: its key facts first, then the text with the company's details filled in. It prints as a document. */
export function LegalText({ page, facts, contentsTitle }: LegalTextProps) {
  return (
    <>
      <header className="page pt-12 md:pt-20 print:pt-0">
        <p className="eyebrow mb-5 text-canopy print:hidden">{page.eyebrow}</p>
        <h1 className="display-1 lg:text-[4.5rem] print:text-[24pt]">{page.title}</h1>
        <p className="lede mt-6 mb-10 text-ink-soft print:hidden">{page.lede}</p>
        <div className="print:hidden">
          <FigureStrip figures={page.figures.map((figure) => ({ ...figure, value: fillHtml(figure.value, facts) }))} />
        </div>
      </header>
      <div className="border-t border-rule print:border-0">
        <ReadingColumn html={fillHtml(page.html, facts)} opening="date" contentsTitle={contentsTitle} />
      </div>
    </>
  );
}
