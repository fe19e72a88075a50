import { certificate, integrations, integrationsPanel } from '#shared/content/impact-hub.ts';
import { countryName } from '#shared/lib/projects/facts.ts';
import { type JsonToken, jsonLines } from '#shared/lib/text/json-lines.ts';
import { carbonProject, type Project } from '#shared/schemas/project.ts';
import { DemoPanel, type DemoProps } from '#src/pages/_components/demos.tsx';
import { TextLink } from '#src/ui/controls/links.tsx';
import { type Column, Table } from '#src/ui/table.tsx';
import { formatCount } from '#verify/text.ts';

/** A response of the public API, one retirement as required by three reports, and, once the demo is open, the fields' units. */
export function IntegrationsDemo({ project, failure }: DemoProps<{ project: Project }>) {
  const { rest, note, fieldsTitle, fields } = integrationsPanel;
  return (
    <DemoPanel content={integrations} panel={integrationsPanel} moreLabel={rest} failure={failure}>
      {project && (
        <>
          <div className="grid lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
            <ApiResponse project={project} />
            <div className="p-4 md:p-6">
              <ExportTable project={project} />
              <p className="mt-4 border-t border-paper/25 pt-4 text-[0.875rem] leading-[1.5] text-canopy-mist">{note}</p>
            </div>
          </div>
          <div className="hidden border-t border-paper/25 p-4 group-target/demo:block md:p-6">
            <h4 className="font-semibold">{fieldsTitle}</h4>
            <dl className="mt-3 grid gap-x-10 md:grid-cols-2">
              {fields.map(({ name, body }) => (
                <div key={name} className="border-t border-paper/25 py-3">
                  <dt className="font-mono text-[0.875rem] text-lichen">{name}</dt>
                  <dd className="mt-0.5 text-[0.9375rem] text-canopy-mist">{body}</dd>
                </div>
              ))}
            </dl>
          </div>
        </>
      )}
    </DemoPanel>
  );
}

function ApiResponse({ project }: { project: Project }) {
  const { request, address, openAnswer, docs, excerpt } = integrationsPanel;
  return (
    <div className="min-w-0 border-b border-paper/25 p-4 md:p-6 lg:(border-b-0 border-r)">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <code className="min-w-0 break-words font-mono text-[0.875rem] text-lichen">{request}</code>
        <span className="font-mono text-[0.75rem] text-canopy-mist">{excerpt}</span>
      </p>
      <div className="mt-4">
        <JsonSheet value={carbonProject.parse(project)} />
      </div>
      <p className="mt-4 flex flex-wrap gap-x-6">
        {[{ label: openAnswer, href: address }, docs, ...integrationsPanel.exports].map((link) => (
          <TextLink key={link.href} link={link} colour="" />
        ))}
      </p>
    </div>
  );
}

const colours: Record<JsonToken['kind'], string> = {
  key: 'text-canopy-mist',
  text: 'text-paper',
  value: 'text-lichen',
  mark: 'text-paper/60',
};

/** Indentation classes, two characters per level. Complete names, because the generator looks for them in the source. */
const indents = ['pl-[2ch]', 'pl-[4ch]', 'pl-[6ch]', 'pl-[8ch]'];

/** A value as pretty-printed JSON. Long lines wrap with a hanging indent. */
function JsonSheet({ value }: { value: unknown }) {
  return (
    <pre className="font-mono text-[0.8125rem] leading-[1.65] whitespace-pre-wrap break-words">
      <code>
        {jsonLines(value).map(({ depth, tokens }, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text that never changes
          <span key={line} className={`block -indent-[2ch] ${indents[depth] ?? indents.at(-1)}`}>
            {tokens.map(({ kind, text }, position) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: tokens of a text that never changes
              <span key={position} className={colours[kind]}>
                {text}
              </span>
            ))}
          </span>
        ))}
      </code>
    </pre>
  );
}

/** One retirement as required by several reports: a row for each field, a column for each report. What only a real one has is a placeholder. */
function ExportTable({ project }: { project: Project }) {
  const { caption, columns, rows, values, example } = integrationsPanel.table;
  const fieldValues = {
    quantity: `${formatCount(certificate.quantity)} ${certificate.unit} (${example})`,
    kind: project.projectType ?? project.category,
    standard: project.verificationStandard,
    country: project.country ? countryName(project.country) : values.noCountry,
    retired: `[${values.retired}]`,
    evidence: `[${values.evidence}]`,
  };
  return (
    <Table
      caption={caption}
      isOnDark
      columns={[
        {
          name: columns.field,
          cell: ({ field, value }) => (
            <>
              <span className="block font-mono text-[0.75rem] text-canopy-mist">{field}</span>
              <span className="mt-0.5 block">{fieldValues[value]}</span>
            </>
          ),
          className: 'wide:w-[30%]',
        },
        ...(['sbti', 'csrd', 'esg'] as const).map(
          (report): Column<(typeof rows)[number]> => ({
            name: columns[report],
            cell: (row) => row[report],
            named: 'above',
            className: 'mt-2 text-[0.875rem] leading-[1.45] text-canopy-mist',
          }),
        ),
      ]}
      rows={rows}
    />
  );
}
