import type { Comparison } from '#src/content/types.ts';
import { ColumnHeads } from './column-heads.tsx';
import { Section, SectionHeading } from './section.tsx';

/** Questions with the usual answer and ours: a table on wide screens, a list on a phone. */
export function ComparisonTable({ content, id }: { content: Comparison; id?: string }) {
  const { question, elsewhere, here } = content.columns;
  return (
    <Section id={id} ground="deep">
      <SectionHeading eyebrow={content.eyebrow} title={content.title} intro={content.intro} />
      <table className="mt-10 block w-full border-collapse text-left md:table">
        <ColumnHeads
          isStacked
          columns={[
            { label: question, className: 'w-[27%] pb-3' },
            { label: elsewhere, className: 'w-[33%] pb-3' },
            { label: here, className: 'pb-3' },
          ]}
        />
        <tbody className="block md:table-row-group">
          {content.rows.map((row) => (
            <tr key={row.question} className="block border-b border-rule py-5 md:(table-row py-0)">
              <th scope="row" className="display-3 block pr-6 font-normal md:(table-cell py-6 align-top)">
                {row.question}
              </th>
              <td className="mt-2 block pr-8 text-ink-soft md:(mt-0 table-cell py-6 align-top)">
                <span className="label mr-2 md:hidden">{elsewhere}</span>
                {row.elsewhere}
              </td>
              <td className="mt-2 block font-semibold md:(mt-0 table-cell py-6 align-top)">
                <span className="label mr-2 font-normal md:hidden">{here}</span>
                {row.here}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
