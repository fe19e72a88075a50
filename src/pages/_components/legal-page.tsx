import { company } from '#server/company.ts';
import { env } from '#server/platform/env.ts';
import type { LegalContent } from '#shared/content/legal.ts';
import { site } from '#shared/content/site.ts';
import { fillHtml } from '#shared/lib/text/prose-html.ts';
import { ReadingColumn } from '#src/ui/sections/reading.tsx';
import { FigureStrip } from '#src/ui/sections/sheets.tsx';
import { fill } from '#verify/text.ts';
import { sayVersion } from './content-page.tsx';
import { PageHead } from './page-head.tsx';

/** A legal page: its key facts first, then the text with the company's details filled in. It prints as a document. */
export function LegalPage({ path, page }: { path: string; page: LegalContent }) {
  const { meta, eyebrow, title, lede, figures, html } = page;
  const facts = { version: sayVersion(path), retentionMonths: String(env().MESSAGE_RETENTION_MONTHS) };
  return (
    <>
      <PageHead meta={meta} path={path} />
      <header className="page pt-12 md:pt-20 print:pt-0">
        <p className="eyebrow mb-5 text-canopy print:hidden">{eyebrow}</p>
        <h1 className="display-1 lg:text-[4.5rem] print:text-[24pt]">{title}</h1>
        <p className="lede mt-6 mb-10 text-ink-soft print:hidden">{lede}</p>
        <FigureStrip figures={figures.map((figure) => ({ ...figure, value: fill(figure.value, facts) }))} className="print:hidden" />
      </header>
      <div className="border-t border-rule print:border-0">
        <ReadingColumn html={fillHtml(html, { ...company(), ...facts })} opening="prose-date" contentsTitle={site.contents} />
      </div>
    </>
  );
}
