import type { batches as batchTexts } from '#src/content/record/index.ts';
import { vintageOf } from '#src/lib/projects/vintage.ts';
import { isExpected } from '#src/lib/record/expected.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import type { Batch } from '#src/schemas/record-api.ts';
import { Table } from '#src/ui/table.tsx';
import { registryName } from '#verify/registries.ts';

/** A table of batches. Without `withProject` it omits the project, for use on a project's page. */
export function BatchTable({ batches, texts, withProject = true }: { batches: Batch[]; texts: typeof batchTexts; withProject?: boolean }) {
  const { columns } = texts;
  return (
    <Table
      caption={texts.title}
      columns={[
        {
          name: columns.batch,
          cell: ({ id }) => (
            <a href={`/record/batches/${id}`} className="text-link inline-flex min-h-6 items-center text-canopy">
              {fill(texts.name, { id: String(id) })}
            </a>
          ),
          className: 'whitespace-nowrap',
        },
        withProject && {
          name: columns.project,
          cell: ({ project, projectTitle }) => (
            <a href={`/projects/${project}`} className="underline-offset-4 hover:underline">
              <bdi>{projectTitle}</bdi>
            </a>
          ),
        },
        {
          name: columns.serials,
          cell: ({ serial, registry }) => (
            <>
              <span className="figure break-all">{serial}</span>
              <span className="block text-ink-soft">{registryName(registry)}</span>
            </>
          ),
          className: 'text-[0.9375rem]',
        },
        {
          name: columns.vintage,
          cell: (batch) => (
            <>
              <span className="figure">{vintageOf(batch)}</span>
              {isExpected(batch) && <span className="block text-[0.875rem] text-ink-soft">{texts.expected}</span>}
            </>
          ),
        },
        {
          name: columns.units,
          cell: ({ units }) => formatCount(Object.values(units).reduce((sum, one) => sum + one, 0)),
          kind: 'count',
          named: 'beside',
        },
        { name: columns.held, cell: ({ units }) => formatCount(units.Held), kind: 'count', named: 'beside' },
      ]}
      rows={batches}
    />
  );
}
