import type { ReactNode } from 'react';
import type { StandardPageContent } from '#src/content/types.ts';
import { CategoryTable } from './sections/category-table.tsx';
import { ClosingCall } from './sections/closing-call.tsx';
import { EditorialSplit } from './sections/editorial-split.tsx';
import { FactSheet } from './sections/fact-sheet.tsx';
import { FaqList } from './sections/faq-list.tsx';
import { SealHero } from './sections/seal-hero.tsx';

/** /vcs, /gold-standard and /woodland-carbon: one order of sections; the children are what only this standard has. */
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
