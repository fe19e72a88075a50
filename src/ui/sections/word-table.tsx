import type { Comparison, TableContent, WordTableContent } from '#shared/content/types.ts';
import { type Column, Table } from '#src/ui/table.tsx';
import { Section } from './frames.tsx';

/** The look of the rows' names. */
type NameLook = 'large' | 'small' | 'plain';
type TableSectionProps = { id?: string } & (
  | { content: TableContent; ground?: 'paper' | 'deep' | 'canopy'; names?: NameLook }
  | { content: Comparison; ground?: 'paper' | 'deep'; names?: undefined }
);

/** A section with a heading and a table of words. */
export function TableSection({ content, ground = 'paper', names = 'small', id }: TableSectionProps) {
  return (
    <Section id={id} ground={ground} heading={content}>
      <div className="mt-10 md:mt-12">
        {'caption' in content ? <WordTable {...content} names={names} /> : <ComparisonTable content={content} />}
      </div>
      {'note' in content && <p className="mt-5 text-[0.9375rem] text-ink-soft dark:text-canopy-mist">{content.note}</p>}
    </Section>
  );
}

/** Questions with the usual answer and ours. */
function ComparisonTable({ content: { title, columns, rows } }: { content: Comparison }) {
  return (
    <Table
      caption={title}
      look="words"
      columns={[
        { name: columns.question, cell: ({ question }) => question, headClass: 'w-[27%]', className: 'display-3' },
        { name: columns.elsewhere, cell: ({ elsewhere }) => elsewhere, named: 'before', headClass: 'w-[33%]', className: 'text-ink-soft' },
        { name: columns.here, cell: ({ here }) => here, named: 'before', className: 'font-semibold before:font-normal' },
      ]}
      rows={rows}
    />
  );
}

/** A table of words, each row under its name. */
export function WordTable({ caption, columns: [first = '', ...others], rows, names }: WordTableContent & { names: NameLook }) {
  const { nameClass, width, cellClass } = looks[names];
  return (
    <Table
      caption={caption}
      look="words"
      columns={[
        {
          name: first,
          headClass: width,
          className: 'wide:pr-8',
          cell: ([name]) => (
            <>
              <span className={`block ${nameClass}`}>{typeof name === 'string' ? name : name.name}</span>
              {typeof name !== 'string' && (
                <span className="mt-1.5 block font-mono text-[0.75rem] text-clay dark:text-lichen">{name.tag}</span>
              )}
            </>
          ),
        },
        ...others.map(
          (name, index): Column<WordTableContent['rows'][number]> => ({
            name,
            named: others.length > 1 ? 'above' : undefined,
            className: `text-pretty leading-[1.55] text-ink-soft dark:text-canopy-mist ${cellClass}`,
            cell: ([, ...cells]) => cells[index],
          }),
        ),
      ]}
      rows={rows}
    />
  );
}

const looks: Record<NameLook, { nameClass: string; width: string; cellClass: string }> = {
  large: {
    nameClass: 'font-display text-[1.75rem] leading-[1.12] tracking-[-0.012em] text-balance md:text-[2.125rem]',
    width: 'w-[36%]',
    cellClass: '',
  },
  small: { nameClass: 'display-3', width: 'w-[22%]', cellClass: '' },
  plain: { nameClass: 'font-semibold', width: 'w-[22%]', cellClass: 'text-[0.9375rem]' },
};
