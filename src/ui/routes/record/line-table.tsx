import type { entry, figures } from '#src/content/record/index.ts';
import { unitTypeName } from '#src/lib/projects/unit-type.ts';
import { vintageOf } from '#src/lib/projects/vintage.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import type { RecordLine } from '#src/schemas/record.ts';
import { registryName } from '#verify/registries.ts';
import { printSerial } from '#verify/serials.ts';

type LineTableProps = {
  lines: RecordLine[];
  texts: typeof entry;
  /** The names of states, where lines may state one. */
  states?: (typeof figures)['states'];
};

/** The serial ranges of an entry or a certificate, with their facts. */
export function LineTable({ lines, texts, states }: LineTableProps) {
  const { columns } = texts;
  return (
    <section className="mt-8">
      <h2 className="display-3 mb-3">{texts.lines}</h2>
      <ul className="border-t border-ink">
        {lines.map((line) => (
          <li key={`${line.batch}-${line.first}`} className="break-inside-avoid border-b border-rule py-3">
            <p className="figure break-all">{printSerial(line)}</p>
            <dl className="mt-1 flex flex-wrap gap-x-8 gap-y-1 text-[0.9375rem]">
              {line.project && (
                <div className="flex gap-2">
                  <dt className="text-ink-soft">{columns.project}</dt>
                  <dd>
                    <bdi>{line.project.title}</bdi>
                  </dd>
                </div>
              )}
              <Part name={columns.units} value={formatCount(line.quantity)} />
              {states && line.status && <Part name={columns.status} value={states[line.status].name} />}
              <Part name={columns.vintage} value={vintageOf(line)} />
              <Part name={columns.type} value={unitTypeName(line.unitType)} />
              <div className="flex gap-2">
                <dt className="text-ink-soft">{columns.batch}</dt>
                <dd>
                  <a href={`/record/batches/${line.batch}`} className="figure text-link text-canopy">
                    {line.batch}
                  </a>
                  , {registryName(line.registry)}
                </dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Part({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex gap-2">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="figure">{value}</dd>
    </div>
  );
}
