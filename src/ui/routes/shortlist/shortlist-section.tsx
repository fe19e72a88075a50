import type { ReactNode } from 'react';
import type { shortlist } from '#src/content/shortlist.ts';
import { compareAddress, compareLimit } from '#src/lib/compare-address.ts';
import type { PricedShortlist } from '#src/lib/price-shortlist.ts';
import type { AskedShortlist } from '#src/lib/shortlist-address.ts';
import { addressWithout } from '#src/lib/shortlist-address.ts';
import { ActionButton } from '#src/ui/controls/action-button.tsx';
import { ShortlistTable } from './shortlist-table.tsx';

type ShortlistSectionProps = {
  texts: typeof shortlist;
  asked: AskedShortlist;
  priced: PricedShortlist;
  /** Titles of what was taken off just now, and the address that puts it back. */
  removed: string[];
  undo: string;
  /** Of this list; printed. */
  address: string;
  /** The date, and the last day on which the prices of a quote hold that is requested today. */
  today: string;
  until: string;
  /** Above the list. */
  head: ReactNode;
  /** What shares and keeps it. */
  children: ReactNode;
};

/** The shortlist, what was left out of it, and the ways to pass it on; or that there is nothing on it yet. */
export function ShortlistSection({ texts, asked, priced, removed, undo, address, today, until, head, children }: ShortlistSectionProps) {
  const known = priced.lines.map(({ project }) => project.slug);
  const unknown = asked.lines.map(({ slug }) => slug).filter((slug) => !known.includes(slug));
  const notes = [
    ...(unknown.length > 0 ? [texts.unknown.replace('{slugs}', () => unknown.join(', '))] : []),
    ...(asked.dropped ? [texts.dropped] : []),
    ...(asked.settled ? [texts.settled] : []),
  ];
  const lines = priced.lines.map(({ project: { slug }, tonnes }) => ({ slug, tonnes }));
  return (
    <div className="page pt-6 pb-12 print:py-6">
      {removed.length > 0 && (
        <p role="status" className="mb-6 break-words print:hidden">
          {texts.removed.text.replace('{titles}', () => removed.join(', '))}{' '}
          <a href={undo} rel="nofollow" data-shortlist-edit="" className="text-link inline-flex min-h-6 items-center text-canopy">
            {texts.removed.undo}
          </a>
        </p>
      )}
      {head}
      {notes.map((note) => (
        <p key={note} role="note" className="mb-6 max-w-[46rem] break-words text-clay">
          {note}
        </p>
      ))}
      {known.length === 0 ? (
        <div className="border-y border-rule py-10">
          <h2 className="display-3">{texts.empty.title}</h2>
          <p className="copy mt-3 mb-6 text-ink-soft">{texts.empty.body}</p>
          <ActionButton action={texts.empty.action} />
        </div>
      ) : (
        <>
          <ShortlistTable texts={texts} priced={priced} addressWithout={(slugs) => addressWithout(lines, slugs)} />
          <p className="mt-6 max-w-[46rem] text-[0.9375rem] text-ink-soft">
            {texts.asOf.replace('{date}', today).replace('{until}', until)}
          </p>
          <p className="mt-2 hidden break-all text-[0.8125rem] print:block">{address}</p>
          <div className="mt-12 grid gap-x-16 gap-y-6 border-t border-rule pt-8 lg:grid-cols-2 print:hidden">
            <div>
              <h2 className="display-3">{texts.keep.title}</h2>
              <p className="copy mt-3 text-ink-soft">{texts.keep.body}</p>
              {known.length > 1 && known.length <= compareLimit && (
                <a href={compareAddress(known)} rel="nofollow" className="text-link mt-3 inline-flex min-h-11 items-center text-canopy">
                  {texts.compare}
                </a>
              )}
            </div>
            <div>{children}</div>
          </div>
        </>
      )}
    </div>
  );
}
