import type { ProjectCategories } from '#src/content/types.ts';
import { ColumnHeads } from './column-heads.tsx';
import { Section, SectionHeading } from './section.tsx';

const kinds: Record<ProjectCategories['rows'][number]['kind'], string> = {
  Avoidance: 'border-tide text-tide',
  Reduction: 'border-tide text-tide',
  Removal: 'border-canopy text-canopy',
  Either: 'border-ink-faint text-ink-faint',
  Slow: 'border-tide text-tide',
  Slowest: 'border-ink-faint text-ink-faint',
  Faster: 'border-canopy text-canopy',
};

/** A table of project categories: what is counted, the kind of tonne, and what to ask for. */
export function CategoryTable({ content }: { content: ProjectCategories }) {
  const { category, counted, kind, ask } = content.columns;
  return (
    <Section ground="deep">
      <SectionHeading eyebrow={content.eyebrow} title={content.title} intro={content.intro} />
      <table className="mt-10 block w-full border-collapse text-left md:table">
        <caption className="sr-only">{content.title}</caption>
        <ColumnHeads
          isStacked
          columns={[
            { label: category, className: 'w-[24%] pb-3' },
            { label: kind, className: 'w-[12%] pb-3' },
            { label: counted, className: 'w-[32%] pb-3' },
            { label: ask, className: 'pb-3' },
          ]}
        />
        <tbody className="block md:table-row-group">
          {content.rows.map((row) => (
            <tr key={row.category} className="block border-b border-rule py-5 md:(table-row py-0)">
              <th scope="row" className="display-3 block pr-6 text-left font-normal md:(table-cell py-6 align-top)">
                {row.category}
              </th>
              <td className="mt-2 block pr-4 md:(mt-0 table-cell py-6 align-top)">
                <span className={`mt-1 inline-block border px-2 py-0.5 font-mono text-[0.75rem] ${kinds[row.kind]}`}>{row.kind}</span>
              </td>
              <td className="mt-2 block pr-8 text-ink-soft md:(mt-0 table-cell py-6 align-top)">{row.counted}</td>
              <td className="mt-2 block md:(mt-0 table-cell py-6 align-top)">
                <span className="label mr-2 md:hidden">{ask}</span>
                {row.ask}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
