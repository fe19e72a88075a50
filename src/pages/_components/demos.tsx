import { carbonProjectOf } from '#server/domain/projects/list.ts';
import { addressOfCertificate, numberOfCertificate } from '#server/domain/record/read/certificates.ts';
import type { ReadEntry } from '#server/domain/record/read/entries.ts';
import { Static } from '#server/http/page/page.ts';
import { drawCatalogueMaps } from '#shared/art/map/catalogue-maps.ts';
import * as words from '#shared/content/impact-hub.ts';
import { formatAvailable, formatPrice } from '#shared/lib/money/money.ts';
import { countryName } from '#shared/lib/projects/facts.ts';
import { type Project, wholeListLimit } from '#shared/schemas/project.ts';
import { InlineLink, ProjectName, TextLink } from '#src/ui/controls/links.tsx';
import { FactList } from '#src/ui/controls/texts.tsx';
import { CodeSample } from '#src/ui/routes/developers.tsx';
import { CertificateSheet } from '#src/ui/routes/record/certificate-sheet.tsx';
import { LogEntryTable, ProjectLink } from '#src/ui/routes/record/entries.tsx';
import { RetirementSpecimen } from '#src/ui/sections/sheets.tsx';
import { type Column, previewOf, Table } from '#src/ui/table.tsx';
import { TermList } from '#src/ui/tooltips.tsx';
import type { CertifiedProject } from '#verify/certificate.ts';
import { fill, formatCount, formatUtcInstant } from '#verify/text.ts';
import { CatalogueMaps, type CataloguePlace, detailOf } from './catalogue-map.tsx';

const rowsBeforeOpened = 6;

type TrackingDemoProps = { list: { projects: Project[]; total: number }; entries: ReadEntry[] };

/** What the catalogue knows about a credit's status, a row for each of its first projects, and the newest entries of the record. */
export function TrackingDemo({ list: { projects, total }, entries }: TrackingDemoProps) {
  const { scopes, scopeLabels, termsLabel, beyond, catalogue, record } = words.trackingPanel;
  return (
    <div className="px-4 pb-2 md:px-6">
      <Static as="div">
        {/* The scopes of credit tracking: those that the demo shows, and those that it does not. */}
        <dl className="grid md:grid-cols-3">
          {scopes.map(({ title, body, shown }) => (
            <div key={title} className="border-b border-rule py-4 md:(pr-5 not-first:border-l not-first:pl-5)">
              <dt className="flex items-baseline justify-between gap-3 font-semibold">
                {title}
                <span className={`font-mono text-[0.75rem] font-normal ${shown ? 'text-canopy' : 'text-ink-faint'}`}>
                  {shown ? scopeLabels.shown : scopeLabels.elsewhere}
                </span>
              </dt>
              <dd className="mt-1 text-[0.9375rem] leading-[1.5] text-ink-soft">{body}</dd>
            </div>
          ))}
        </dl>
      </Static>
      <TermList label={termsLabel} terms={words.trackingTerms} className="py-3" />
      <Static as="div">
        <TrackingTable projects={projects} />
        <p className="hidden flex-wrap items-center gap-x-6 py-2 text-[0.9375rem] group-target/panel:flex">
          {total > projects.length && fill(beyond, { shown: formatCount(projects.length), total: formatCount(total) })}
          <TextLink link={catalogue} />
        </p>
        {entries.length > 0 && (
          <>
            <h4 className="display-3 mt-8 mb-3">{record.title}</h4>
            <LogEntryTable entries={entries} />
          </>
        )}
        <TextLink link={record} className="md:mb-6" />
      </Static>
    </div>
  );
}

/** Each project's status, available credits and price, and when it last changed. */
function TrackingTable({ projects }: { projects: Project[] }) {
  const { caption, columns, expected } = words.trackingPanel;
  return (
    <Table
      caption={caption}
      columns={[
        { name: columns.project, cell: ({ slug, title, location }) => <ProjectName slug={slug} title={title} detail={location} /> },
        { name: columns.standard, cell: (project) => project.verificationStandard, named: 'beside', className: 'text-[0.9375rem]' },
        {
          name: columns.status,
          cell: ({ status }) => (
            <span className="inline-flex items-center gap-2 whitespace-nowrap">
              <span aria-hidden="true" className={`size-2 rounded-full ${status === 'On sale' ? 'bg-canopy' : 'border border-clay'}`} />
              {status}
            </span>
          ),
          named: 'beside',
          className: 'text-[0.9375rem]',
        },
        {
          name: columns.available,
          cell: (project) => (
            <>
              {formatAvailable(project)}
              {project.status === 'On sale' && project.unitsStatus === 'expected' && (
                <span className="block font-sans text-[0.8125rem] text-ink-soft">{expected}</span>
              )}
            </>
          ),
          kind: 'count',
          named: 'beside',
          className: 'text-right text-[1.125rem]',
        },
        { name: columns.price, cell: formatPrice, kind: 'count', named: 'beside', className: 'text-[1.125rem]' },
        {
          name: columns.changed,
          cell: ({ updatedAt }) => (
            <time dateTime={updatedAt.toISOString()} className="text-[0.8125rem] text-ink-soft">
              {formatUtcInstant(updatedAt)}
            </time>
          ),
          kind: 'count',
          named: 'beside',
        },
      ]}
      rows={projects}
      preview={previewOf(rowsBeforeOpened)}
      className="[&_th>a]:align-top"
    />
  );
}

/** Both maps and, once the demo is open, the first projects on them, each with its place. */
export function MapDemo({ places }: { places: CataloguePlace[] }) {
  const { list, note, beyond, catalogue } = words.mapPanel;
  const maps = drawCatalogueMaps(places);
  const listed = [...maps.uk.places, ...maps.world.places].slice(0, wholeListLimit);
  return (
    <>
      <CatalogueMaps maps={maps} note={note} className="p-2 md:p-6" />
      <Static as="div" className="hidden border-t border-tide/40 px-4 py-5 group-target/panel:block md:px-6">
        <h4 className="mb-3 font-semibold">{list}</h4>
        <ul className="gap-x-8 sm:columns-2 [&>li]:(break-inside-avoid border-t border-ink/20 py-2) [&_a]:(inline-flex min-h-6 items-center underline-offset-4) [&_a:hover]:underline">
          {listed.map((place) => (
            <li key={place.project.slug}>
              <ProjectLink title={place.project.title} today={place.project} />
              <span className="block text-[0.875rem] text-ink-soft">{detailOf([place])}</span>
            </li>
          ))}
        </ul>
        {places.length > listed.length && (
          <p className="mt-4 text-[0.9375rem]">
            {fill(beyond, { shown: formatCount(listed.length), total: formatCount(places.length) })} <InlineLink link={catalogue} />
          </p>
        )}
      </Static>
    </>
  );
}

type Retired = { found: ReadEntry; projects: CertifiedProject[] };

/** The latest certificate, or a specimen, and, once the demo is open, what each field of a real one contains. */
export function CertificateDemo({ project, retired }: { project: Project; retired: Retired | undefined }) {
  const { termsLabel, listTitle, fields } = words.certificatePanel;
  return (
    <>
      <div className="bg-paper-deep/60 px-4 pt-4 pb-2 md:(px-10 pt-10)">
        {retired ? <LatestCertificate {...retired} /> : <RetirementSpecimen content={words.specimenCertificate} project={project} />}
        <TermList label={termsLabel} terms={words.certificateTerms} className="mt-3" />
      </div>
      <Static as="div" className="hidden border-t border-clay/40 px-4 py-5 group-target/panel:block md:px-6">
        <h4 className="font-semibold">{listTitle}</h4>
        <FactList look="terms" className="mt-3" facts={fields.map((field) => [field.title, field.body])} />
      </Static>
    </>
  );
}

function LatestCertificate({ found, projects }: Retired) {
  const { open, checkIt } = words.certificatePanel;
  const number = numberOfCertificate(found);
  // The buyer's reference, which is public on the certificate's own page, tells nobody else anything.
  const { reference: _, ...texts } = found.texts;
  return (
    <Static as="div">
      <CertificateSheet found={{ ...found, texts }} projects={projects} address={addressOfCertificate(number)} />
      <p className="mt-3 flex flex-wrap gap-x-6">
        <TextLink href={`/certificates/${number}`}>{open}</TextLink>
        <TextLink href={`/verify?certificate=${number}`}>{checkIt}</TextLink>
      </p>
    </Static>
  );
}

/** A response of the public API, one retirement as required by three reports, and, once the demo is open, the fields' units. */
export function IntegrationsDemo({ project }: { project: Project }) {
  const { note, fieldsTitle, fields, request, address, openAnswer, docs, excerpt, exports } = words.integrationsPanel;
  return (
    <>
      <div className="grid lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="min-w-0 border-b border-paper/25 p-4 md:p-6 lg:(border-b-0 border-r)">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <code className="min-w-0 break-words font-mono text-[0.875rem] text-lichen">{request}</code>
            <span className="font-mono text-[0.75rem] text-canopy-mist">{excerpt}</span>
          </p>
          <CodeSample label={request} code={JSON.stringify(carbonProjectOf(project), null, 2)} className="mt-4" />
          <p className="mt-4 flex flex-wrap gap-x-6">
            {[{ label: openAnswer, href: address }, docs, ...exports].map((link) => (
              <TextLink key={link.href} link={link} colour="" />
            ))}
          </p>
        </div>
        <div className="p-4 md:p-6">
          <ExportTable project={project} />
          <p className="mt-4 border-t border-paper/25 pt-4 text-[0.875rem] leading-[1.5] text-canopy-mist">{note}</p>
        </div>
      </div>
      <div className="hidden border-t border-paper/25 p-4 group-target/panel:block md:p-6">
        <h4 className="font-semibold">{fieldsTitle}</h4>
        <FactList
          look={{
            row: 'border-t border-paper/25 py-3',
            name: 'font-mono text-[0.875rem] text-lichen',
            value: 'mt-0.5 text-[0.9375rem] text-canopy-mist',
          }}
          className="mt-3 grid gap-x-10 md:grid-cols-2"
          facts={fields.map(({ name, body }) => [name, body])}
        />
      </div>
    </>
  );
}

/** One retirement as several reports require it: a row for each field, a column for each report, placeholders for what a real one has. */
function ExportTable({ project }: { project: Project }) {
  const { caption, columns, rows, values, example } = words.integrationsPanel.table;
  const fieldValues = {
    quantity: `${formatCount(words.specimenCertificate.quantity)} ${words.specimenCertificate.unit} (${example})`,
    kind: project.projectType ?? project.category,
    standard: project.verificationStandard,
    country: project.country ? countryName(project.country) : values.noCountry,
    retired: `[${values.retired}]`,
    evidence: `[${values.evidence}]`,
  };
  return (
    <Table
      caption={caption}
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
