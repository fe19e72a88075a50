import type { errors } from '#src/content/developers.ts';
import type { problems } from '#src/schemas/problem.ts';
import { InlineCode } from '#src/ui/controls/inline-code.tsx';
import { StackedTable } from '#src/ui/sections/stacked-table.tsx';

type ProblemTableProps = { words: typeof errors; table: Record<string, (typeof problems)[keyof typeof problems]> };

/** All problem codes. Each row is the target of a problem's `type`. */
export function ProblemTable({ words, table }: ProblemTableProps) {
  return (
    <StackedTable
      caption={words.title}
      columns={[words.columns.code, words.columns.status, words.columns.meaning, words.columns.retry].map((label) => ({
        label,
        className: 'pr-5 pb-2.5 last:pr-0',
      }))}
    >
      {Object.entries(table).map(([code, { status, meaning, retryable }]) => (
        <tr
          key={code}
          id={`error-${code}`}
          className="block scroll-mt-28 border-b border-rule py-3 target:bg-lichen-soft md:(table-row py-0 align-top)"
        >
          <th scope="row" className="figure inline-block pr-5 text-[0.875rem] font-normal break-words md:(table-cell py-3)">
            {code}
          </th>
          <td className="figure inline-block pr-5 text-[0.875rem] md:(table-cell py-3)">{status}</td>
          <td className="block text-[0.9375rem] leading-[1.5] md:(table-cell py-3 pr-5)">
            <InlineCode text={meaning} />
          </td>
          <td className="block text-[0.875rem] text-ink-soft md:(table-cell py-3 w-[8.5rem])">
            <span className="label mr-2 md:hidden">{words.columns.retry}</span>
            {retryable ? words.retryable : words.final}
          </td>
        </tr>
      ))}
    </StackedTable>
  );
}
