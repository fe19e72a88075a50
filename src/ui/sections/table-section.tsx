import type { TableSection as TableContent } from '#src/content/types.ts';
import { RuledTable } from './ruled-table.tsx';
import { Section, SectionHeading } from './section.tsx';

type TableSectionProps = { content: TableContent; ground?: 'paper' | 'deep'; id?: string };

/** A section with a heading and a table. */
export function TableSection({ content, ground = 'paper', id }: TableSectionProps) {
  return (
    <Section id={id} ground={ground}>
      <SectionHeading title={content.title} intro={content.intro} />
      <div className="mt-10">
        <RuledTable table={content.table} />
      </div>
    </Section>
  );
}
