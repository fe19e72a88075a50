import type { QuestionIndex } from '#src/content/resources.ts';
import { TextLink } from '#src/ui/controls/text-link.tsx';
import { ColumnHeads } from '#src/ui/sections/column-heads.tsx';
import { Section, SectionHeading } from '#src/ui/sections/section.tsx';

/** An index of questions, with the pages that answer them. */
export function QuestionTable({ content, id }: { content: QuestionIndex; id: string }) {
  return (
    <Section id={id}>
      <SectionHeading title={content.title} />
      <table className="mt-10 block w-full border-collapse text-left md:table">
        <caption className="sr-only">{content.title}</caption>
        <ColumnHeads
          isStacked
          columns={[
            { label: content.columns.question, className: 'label pb-3 font-normal' },
            { label: content.columns.page, className: 'label w-[34%] pb-3 font-normal' },
          ]}
        />
        <tbody className="block border-t border-ink md:(table-row-group border-t-0)">
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
        </tbody>
      </table>
    </Section>
  );
}
