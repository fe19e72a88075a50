import type { ReactNode } from 'react';
import type { QuoteFormContent } from '#src/content/shortlist.ts';

type QuoteSectionProps = {
  content: QuoteFormContent;
  /** Whether the request has just been posted without scripts: thanks are shown instead of the form. */
  sent: boolean;
  /** The reference of that request. */
  reference: string | undefined;
  /** The address of the shortlist with an empty form. */
  again: string;
  children: ReactNode;
};

/** The last step of a shortlist. */
export function QuoteSection({
  content: { title, intro, certificate, success, another },
  sent,
  reference,
  again,
  children,
}: QuoteSectionProps) {
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
        {sent ? (
          <div role="status">
            <p className="display-3 text-canopy">{success.title}</p>
            {reference && (
              <p className="mt-3">
                {success.reference} <strong className="figure">{reference}</strong>
              </p>
            )}
            <p className="copy mt-3 mb-6">{success.body}</p>
            <a href={again} rel="nofollow" className="btn-outline">
              {another}
            </a>
          </div>
        ) : (
          children
        )}
      </div>
    </section>
  );
}
