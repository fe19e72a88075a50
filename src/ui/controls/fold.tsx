import type { ReactNode } from 'react';

type FoldProps = {
  title: string;
  /** The element of the title. */
  heading?: 'h2' | 'h3';
  /** Whether the part is one of the page's questions, which search engines get too. */
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

/** The summary of a `details` with the class `group`: its words on the left, and the marker on the right. */
export function Summary({ className, children }: { className: string; children: ReactNode }) {
  return (
    <summary className={`flex cursor-pointer items-center justify-between ${className}`}>
      {children}
      <OpenMarker />
    </summary>
  );
}

/** The sign at the end of a summary: a plus or, while its details are open, a minus (src/styles/base.css). */
export function OpenMarker() {
  return <span aria-hidden="true" className="open-marker figure text-xl leading-none text-clay" />;
}
