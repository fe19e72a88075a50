import type { ReactNode } from 'react';
import type { StandardPageContent } from '#src/content/types.ts';
import { CategoryTable } from './category-table.tsx';
import { ClosingCall } from './closing-call.tsx';
import { EditorialSplit } from './editorial-split.tsx';
import { FactSheet } from './fact-sheet.tsx';
import { FaqList } from './faq-list.tsx';
import { SealHero } from './seal-hero.tsx';

/** The shared layout of /vcs, /gold-standard and /woodland-carbon. `children`: the sections specific to a standard. */
export function StandardPage({ content, children }: { content: StandardPageContent; children: ReactNode }) {
  return (
    <>
      <SealHero content={content.hero} standard={content.standard} figures={content.figures} />
      <FactSheet content={content.facts} />
      {children}
      <CategoryTable content={content.categories} />
      <EditorialSplit content={content.limits} />
      <FaqList content={content.faq} />
      <ClosingCall content={content.closing} />
    </>
  );
}
