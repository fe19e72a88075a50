import type { ReactNode } from 'react';

type FoldProps = {
  title: string;
  /** The level of the title in the page's outline. */
  heading?: 'h2' | 'h3';
  /** One of the page's questions, which search engines get too. */
  isQuestion?: boolean;
  children: ReactNode;
};

/** A part of a page that expands in place, as native `details`. It prints open. */
export function Fold({ title, heading: Heading = 'h3', isQuestion, children }: FoldProps) {
  return (
    <details data-question={isQuestion} className="group border-t border-rule first:border-ink">
      <Summary className="min-h-14 gap-6 py-4">
        <Heading className="display-3">{title}</Heading>
      </Summary>
      {children}
    </details>
  );
}

/** The summary of a `details` with the class `group`: what it opens on the left, and the marker on the right. */
export function Summary({ className, children }: { className: string; children: ReactNode }) {
  return (
    <summary className={`flex cursor-pointer items-center justify-between ${className}`}>
      {children}
      <OpenMarker />
    </summary>
  );
}

/** The plus sign at the end of a summary, which turns into a cross while its `group` is open. */
export function OpenMarker() {
  return (
    <span aria-hidden="true" className="figure text-xl text-clay transition-rotate group-open:rotate-45">
      +
    </span>
  );
}
