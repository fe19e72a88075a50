import type { StandardsComparison } from '#src/content/carbon-standards.ts';
import { Seal, tones } from '#src/ui/sections/seal.tsx';
import { Section, SectionHeading } from '#src/ui/sections/section.tsx';

/** A comparison of standards: a table on wide screens, an entry for each question on a phone. */
export function StandardsTable({ content }: { content: StandardsComparison }) {
  return (
    <Section ground="deep">
      <SectionHeading title={content.title} intro={content.intro} />
      <table className="mt-12 block w-full border-collapse text-left md:table">
        <caption className="sr-only">{content.caption}</caption>
        <thead className="sr-only md:(not-sr-only table-header-group)">
          <tr className="md:border-b md:border-ink">
            <td className="w-[22%]" />
            {content.standards.map((standard) => (
              <th key={standard.id} scope="col" className="w-[26%] px-5 pb-5 text-left align-top font-normal">
                <Seal standard={standard.id} className="mb-4 hidden size-20 md:grid" />
                {/* On a phone this row is visually hidden: a link in it would be focused out of sight. */}
                <span className="md:hidden">{standard.link.label}</span>
                <a
                  href={standard.link.href}
                  className={`display-3 hidden underline decoration-1 underline-offset-5 md:inline ${tones[standard.id].text}`}
                >
                  {standard.link.label}
                </a>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block md:table-row-group">
          {content.rows.map((row) => (
            <tr key={row.question} className="block border-b border-rule py-5 md:(table-row py-0)">
              <th scope="row" className="display-3 mb-3 block pr-6 text-left font-normal md:(table-cell py-5 align-top text-[1.25rem])">
                {row.question}
              </th>
              {content.standards.map((standard, index) => (
                <td
                  key={standard.id}
                  className={`mt-2 block border-l-3 pl-3 text-[0.9375rem] leading-[1.5] md:(mt-0 table-cell border-l-0 px-5 py-5 align-top) ${tones[standard.id].edge} ${cellTints[index % 2]}`}
                >
                  <span aria-hidden="true" className={`block font-mono text-[0.75rem] md:hidden ${tones[standard.id].text}`}>
                    {standard.name}
                  </span>
                  {row.answers[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="mt-6 flex flex-wrap gap-x-6 md:hidden">
        {content.standards.map(({ id, link }) => (
          <li key={id}>
            <a href={link.href} className={`text-link inline-flex min-h-11 items-center ${tones[id].text}`}>
              {link.label}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Alternate columns have a lighter background. */
const cellTints = ['md:bg-paper-bright/70', ''] as const;
