import type { errors } from '#src/content/developers.ts';
import type { problems } from '#src/schemas/problem.ts';
import { InlineCode } from '#src/ui/controls/inline-code.tsx';
import { Table } from '#src/ui/table.tsx';

type ProblemTableProps = { words: typeof errors; table: Record<string, (typeof problems)[keyof typeof problems]> };

/** All problem codes. Each row is the target of a problem's `type`. */
export function ProblemTable({ words, table }: ProblemTableProps) {
  return (
    <Table
      caption={words.title}
      columns={[
        { name: words.columns.code, cell: ([code]) => code, kind: 'figure', className: 'text-[0.875rem] break-words' },
        { name: words.columns.status, cell: ([, { status }]) => status, kind: 'figure', className: 'text-[0.875rem]' },
        {
          name: words.columns.meaning,
          cell: ([, { meaning }]) => <InlineCode text={meaning} />,
          className: 'col-span-2 text-[0.9375rem] leading-[1.5]',
        },
        {
          name: words.columns.retry,
          cell: ([, { retryable }]) => (retryable ? words.retryable : words.final),
          named: 'before',
          className: 'col-span-2 text-[0.875rem] text-ink-soft wide:w-[8.5rem]',
        },
      ]}
      rows={Object.entries(table)}
      row={([code]) => ({ id: `error-${code}`, className: 'grid-cols-[1fr_auto] scroll-mt-28 target:bg-lichen-soft' })}
    />
  );
}
