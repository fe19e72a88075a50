import type { TableContent } from '#src/content/types.ts';
import { Section, SectionHeading } from './section.tsx';

type Ground = 'paper' | 'deep' | 'canopy';
type LedgerTableProps = { content: TableContent; ground?: Ground; names?: 'large' | 'small'; id?: string };

const lines: Record<Ground, string> = { paper: 'border-rule', deep: 'border-rule', canopy: 'border-paper/25' };
const softs: Record<Ground, string> = { paper: 'text-ink-soft', deep: 'text-ink-soft', canopy: 'text-canopy-mist' };
const nameLooks = {
  large: 'font-display text-[1.75rem] leading-[1.12] tracking-[-0.012em] text-balance md:text-[2.125rem]',
  small: 'display-3',
} as const;
const nameWidths = { large: 'md:w-[36%]', small: 'md:w-[22%]' } as const;

/** A table of texts with row names in serif. On a phone each row becomes a block. */
export function LedgerTable({ content, ground = 'paper', names = 'small', id }: LedgerTableProps) {
  const onDark = ground === 'canopy';
  const [first, ...others] = content.columns;
  const heading = `text-left font-normal pb-3 pr-8 align-bottom font-mono text-[0.75rem] uppercase tracking-[0.04em] ${onDark ? 'text-canopy-mist' : 'text-ink-faint'}`;
  return (
    <Section id={id} ground={ground}>
      <SectionHeading eyebrow={content.eyebrow} title={content.title} intro={content.intro} onDark={onDark} />
      <table className={`mt-10 block w-full border-collapse border-b text-left md:(mt-12 table) ${lines[ground]}`}>
        <caption className="sr-only">{content.caption}</caption>
        <thead className="sr-only md:(not-sr-only table-header-group)">
          <tr className={`md:border-b ${onDark ? 'border-lichen' : 'border-ink'}`}>
            <th scope="col" className={`${nameWidths[names]} ${heading}`}>
              {first}
            </th>
            {others.map((column) => (
              <th key={column} scope="col" className={heading}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block md:table-row-group">
          {content.rows.map((row) => (
            <tr key={row.name} className={`block border-t py-6 md:(table-row py-0) ${lines[ground]}`}>
              <th scope="row" className="block pr-8 text-left font-normal md:(table-cell py-6 align-top)">
                <span className={`block ${nameLooks[names]}`}>{row.name}</span>
                {row.tag && (
                  <span className={`mt-1.5 block font-mono text-[0.75rem] ${onDark ? 'text-lichen' : 'text-clay'}`}>{row.tag}</span>
                )}
              </th>
              {row.cells.map((cell, index) => (
                <td
                  key={cell}
                  className={`mt-3 block text-pretty leading-[1.55] md:(mt-0 table-cell py-6 pr-8 align-top last:pr-0) ${softs[ground]}`}
                >
                  {others.length > 1 && <span className="label mb-0.5 block md:hidden">{others[index]}</span>}
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {content.note && <p className={`mt-5 text-[0.9375rem] ${softs[ground]}`}>{content.note}</p>}
    </Section>
  );
}
