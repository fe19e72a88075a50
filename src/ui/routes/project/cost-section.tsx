import type { ReactNode } from 'react';
import { Section } from '#src/ui/sections/section.tsx';

type CostSectionProps = { title: string; children: ReactNode };

/** The section of a project's page with the cost calculator. */
export function CostSection({ title, children }: CostSectionProps) {
  return (
    <Section id="cost" ground="deep" onPaper="part" labelledBy="cost-title">
      <h2 id="cost-title" className="display-2 mb-8 print:(display-3 mb-4)">
        {title}
      </h2>
      {children}
    </Section>
  );
}
