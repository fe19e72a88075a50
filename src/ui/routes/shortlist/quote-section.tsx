import type { ReactNode } from 'react';
import type { QuoteFormContent } from '#src/content/shortlist.ts';

type QuoteSectionProps = { content: QuoteFormContent; children: ReactNode };

/** The last step of a shortlist. */
export function QuoteSection({ content: { title, intro, certificate }, children }: QuoteSectionProps) {
  return (
    <section id="quote" aria-labelledby="quote-title" className="border-t border-ink py-16 print:hidden">
      <div className="page grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div>
          <h2 id="quote-title" className="display-2">
            {title}
          </h2>
          <p className="copy mt-5 text-ink-soft">{intro}</p>
          <p className="copy mt-4 text-ink-soft">
            {certificate.body}{' '}
            <a href={certificate.link.href} className="text-link text-canopy">
              {certificate.link.label}
            </a>
          </p>
        </div>
        {children}
      </div>
    </section>
  );
}
