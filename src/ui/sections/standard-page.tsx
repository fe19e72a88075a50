import type { ReactNode } from 'react';
import type { StandardPageContent } from '#src/content/types.ts';
import { CategoryTable } from './category-table.tsx';
import { ClosingCall } from './closing-call.tsx';
import { FactSheet } from './fact-sheet.tsx';
import { FaqList } from './faq-list.tsx';
import { NoteLine } from './note-line.tsx';
import { SealHero } from './seal-hero.tsx';

type StandardPageProps = { content: StandardPageContent; showsFigures: boolean; children: ReactNode };

/** The shared layout of /vcs, /gold-standard and /woodland-carbon. `children`: the sections specific to a standard. */
export function StandardPage({ content, showsFigures, children }: StandardPageProps) {
  return (
    <>
      <SealHero content={content.hero} standard={content.standard} figures={showsFigures ? content.figures : []} />
      <FactSheet content={content.facts} />
      {children}
      <CategoryTable content={content.categories} />
      {content.limit && <NoteLine content={content.limit} />}
      <FaqList content={content.faq} />
      <ClosingCall content={content.closing} />
    </>
  );
}
