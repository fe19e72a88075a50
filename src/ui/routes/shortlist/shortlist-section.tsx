import type { ReactNode } from 'react';
import type { shortlist } from '#src/content/shortlist.ts';
import type { Quote } from '#src/lib/money/quote.ts';
import { compareAddress, compareLimit } from '#src/lib/shortlist/compare-address.ts';
import type { ParsedShortlist } from '#src/lib/shortlist/shortlist-address.ts';
import { fill } from '#src/lib/text/fill.ts';
import { ActionButton } from '#src/ui/controls/action-button.tsx';
import { TextLink } from '#src/ui/controls/text-link.tsx';

type ShortlistSectionProps = {
  texts: typeof shortlist;
  parsed: ParsedShortlist;
  priced: Quote;
  /** Titles of the projects just removed, and the address that undoes it. */
  removed: string[];
  undo: string;
  /** The address of this list, shown in print. */
  address: string;
  /** Today's date, and the last day on which the prices of a quote requested today hold. */
  today: string;
  until: string;
  /** Shown above the list. */
  head: ReactNode;
  /** The list itself. */
  table: ReactNode;
  /** The list as a file. */
  file: string;
  /** What it cost on the day that its address names, if that is an earlier one. */
  earlier: ReactNode;
  /** The address names something that is no day. */
  isDayWrong: boolean;
  /** The controls that share and print the list. */
  children: ReactNode;
};

/** The fragment that gives the focus to what was removed: the link that had it is gone. */
export const notice = 'removed';

/** The shortlist with notes on what was dropped, and the ways to share it; or a notice that it is empty. */
export function ShortlistSection(props: ShortlistSectionProps) {
  const { texts, parsed, priced, removed, undo, address, today, until, head, table, file, earlier, isDayWrong, children } = props;
  const listed = priced.lines.map(({ project }) => project.slug);
  const unknown = parsed.lines.map(({ slug }) => slug).filter((slug) => !listed.includes(slug));
  const notes = [
    ...(unknown.length > 0 ? [fill(texts.unknown, { slugs: unknown.join(', ') })] : []),
    ...(parsed.dropped ? [texts.dropped] : []),
    ...(parsed.corrected ? [texts.corrected] : []),
    ...(isDayWrong ? [texts.day.wrong] : []),
  ];
  return (
    <div className="page pt-6 pb-12 print:py-6">
      {removed.length > 0 && (
        <p id={notice} tabIndex={-1} role="status" className="mb-6 break-words print:hidden">
          {fill(texts.removed.text, { titles: removed.join(', ') })}{' '}
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
      {listed.length === 0 ? (
        <div className="border-y border-rule py-10">
          <h2 className="display-3">{texts.empty.title}</h2>
          <p className="copy mt-3 mb-6 text-ink-soft">{texts.empty.body}</p>
          <ActionButton action={texts.empty.action} />
        </div>
      ) : (
        <>
          {table}
          {priced.tonnes.total > 0 && (
            <p className="mt-6 max-w-[46rem] text-[0.9375rem] text-ink-soft">{fill(texts.asOf, { date: today, until })}</p>
          )}
          {earlier}
          <p className="mt-2 hidden break-all text-[0.8125rem] print:block">{address}</p>
          <div className="mt-12 grid gap-x-16 gap-y-6 border-t border-rule pt-8 lg:grid-cols-2 print:hidden">
            <div>
              <h2 className="display-3">{texts.keep.title}</h2>
              <p className="copy mt-3 text-ink-soft">{texts.keep.body}</p>
              {listed.length > 1 && listed.length <= compareLimit && (
                <TextLink href={compareAddress(listed)} rel="nofollow" className="mt-3">
                  {texts.compare}
                </TextLink>
              )}
              <p>
                <TextLink href={file} rel="nofollow" download="">
                  {texts.file.label}
                </TextLink>
              </p>
            </div>
            <div>{children}</div>
          </div>
        </>
      )}
    </div>
  );
}
