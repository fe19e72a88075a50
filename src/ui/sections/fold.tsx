import type { ReactNode } from 'react';
import { Summary } from '#src/ui/controls/summary.tsx';

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
