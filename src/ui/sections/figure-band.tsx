import type { FigureGroup } from '#src/content/types.ts';
import { FigureStrip } from './figure-strip.tsx';
import { Section } from './section.tsx';

/** Figures with their definitions, on a dark ground. */
export function FigureBand({ content: { title, figures } }: { content: FigureGroup }) {
  return (
    <Section ground="canopy">
      <h2 className="display-3 mb-6">{title}</h2>
      <FigureStrip figures={figures} onDark />
    </Section>
  );
}
