import type { batches as batchTexts } from '#src/content/record/index.ts';
import { vintageOf } from '#src/lib/projects/vintage.ts';
import { isExpected } from '#src/lib/record/expected.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import type { Batch } from '#src/schemas/record-api.ts';
import { StackedTable } from '#src/ui/sections/stacked-table.tsx';
import { registryName } from '#verify/registries.ts';

/** A table of batches. Without `withProject` it omits the project, for use on a project's page. */
export function BatchTable({ batches, texts, withProject = true }: { batches: Batch[]; texts: typeof batchTexts; withProject?: boolean }) {
  const { columns } = texts;
  const names = [columns.batch, ...(withProject ? [columns.project] : []), columns.serials, columns.vintage];
  return (
    <StackedTable
      caption={texts.title}
      columns={[
        ...names.map((label) => ({ label, className: 'py-2 pr-5' })),
        ...[columns.units, columns.held].map((label) => ({ label, className: 'py-2 pl-5 text-right' })),
      ]}
    >
      {batches.map((batch) => (
        <tr key={batch.id} className="block border-b border-rule py-3 md:(table-row py-0)">
          <th scope="row" className="block font-normal md:(table-cell py-3 pr-5 align-top whitespace-nowrap)">
            <a href={`/record/batches/${batch.id}`} className="text-link inline-flex min-h-6 items-center text-canopy">
              {fill(texts.name, { id: String(batch.id) })}
            </a>
          </th>
          {withProject && (
            <td className="block min-w-0 md:(table-cell py-3 pr-5 align-top)">
              <a href={`/projects/${batch.project}`} className="underline-offset-4 hover:underline">
                <bdi>{batch.projectTitle}</bdi>
              </a>
            </td>
          )}
          <td className="block min-w-0 text-[0.9375rem] md:(table-cell py-3 pr-5 align-top)">
            <span className="figure break-all">{batch.serial}</span>
            <span className="block text-ink-soft">{registryName(batch.registry)}</span>
          </td>
          <td className="block md:(table-cell py-3 pr-5 align-top)">
            <span className="figure">{vintageOf(batch)}</span>
            {isExpected(batch) && <span className="block text-[0.875rem] text-ink-soft">{texts.expected}</span>}
          </td>
          <Count name={columns.units} value={Object.values(batch.units).reduce((sum, units) => sum + units, 0)} />
          <Count name={columns.held} value={batch.units.Held} />
        </tr>
      ))}
    </StackedTable>
  );
}

function Count({ name, value }: { name: string; value: number }) {
  return (
    <td className="flex justify-between md:(table-cell py-3 pl-5 text-right align-top)">
      <span className="text-[0.875rem] text-ink-soft md:hidden">{name}</span>
      <span className="figure">{formatCount(value)}</span>
    </td>
  );
}
