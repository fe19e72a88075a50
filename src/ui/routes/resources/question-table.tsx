import type { QuestionIndex } from '#src/content/resources.ts';
import { TextLink } from '#src/ui/controls/text-link.tsx';
import { Section, SectionHeading } from '#src/ui/sections/section.tsx';
import { StackedTable } from '#src/ui/sections/stacked-table.tsx';

/** An index of questions, with the pages that answer them. */
export function QuestionTable({ content, id }: { content: QuestionIndex; id: string }) {
  return (
    <Section id={id}>
      <SectionHeading title={content.title} />
      <StackedTable
        caption={content.title}
        columns={[
          { label: content.columns.question, className: 'pb-3' },
          { label: content.columns.page, className: 'w-[34%] pb-3' },
        ]}
        className="mt-10"
      >
        {content.rows.map((row) => (
          <tr key={row.question} className="block border-b border-rule py-1.5 md:(table-row py-0)">
            <th scope="row" className="block pr-6 font-normal md:(table-cell py-4 text-[1.0625rem])">
              {row.question}
            </th>
            <td className="block md:(table-cell py-2)">
              <TextLink href={row.page.href}>{row.page.label}</TextLink>
            </td>
          </tr>
        ))}
      </StackedTable>
    </Section>
  );
}
