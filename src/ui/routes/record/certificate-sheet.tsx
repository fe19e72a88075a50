import type { ReactNode } from 'react';
import type { certificate, later } from '#src/content/record/index.ts';
import { own } from '#src/lib/input/own.ts';
import { describeYears } from '#src/lib/record/describe-retirement.ts';
import { textOr, textUnlessErased } from '#src/lib/record/entry-texts.ts';
import { describeUnits } from '#src/lib/record/unit-groups.ts';
import { fill } from '#src/lib/text/fill.ts';
import { isolate } from '#src/lib/text/isolate.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import type { RecordEntry } from '#src/schemas/record.ts';
import { RecordLink } from '#src/ui/controls/links.tsx';
import { Mark } from '#src/ui/site/mark.tsx';
import {
  type CertifiedProject,
  confirmationsOf,
  correctionsOf,
  linesOfProject,
  periodOf,
  type RelatedEntry,
  retiredParts,
  type TextField,
} from '#verify/entry.ts';
import type { ProvedText } from '#verify/file.ts';
import { registryName } from '#verify/registries.ts';
import { describeRetired, formatUtcInstant } from '#verify/words.ts';
import { Confirmations, CorrectionNotice, ProjectLink, ProjectLinks } from './entries.tsx';

type CertificateSheetProps = {
  texts: typeof certificate;
  /** Words for what later entries say. */
  words: typeof later;
  /** The entry of the retirement, with its texts and what later entries say of it. */
  found: { index: number; entry: RecordEntry; texts: Partial<Record<TextField, ProvedText>>; related: readonly RelatedEntry[] };
  /** The number of entries covered by the proof's checkpoint. */
  size?: number | undefined;
  /** Whether the reference shows, which is the holder's own. */
  showsReference?: boolean;
  projects: CertifiedProject[];
  /** Texts for the catalogue's values of the corresponding adjustment. */
  adjustments: Readonly<Record<string, string>>;
  /** The modules of the address's QR code, row by row. */
  qr: boolean[][];
  address: string;
};

/** A certificate of retirement: what was retired, for whom, and where that is recorded. */
export function CertificateSheet({ texts, words, found, size, showsReference, projects, adjustments, qr, address }: CertificateSheetProps) {
  const { index, entry, texts: stated, related } = found;
  const purpose = textUnlessErased(stated.purpose, texts);
  const reference = showsReference && textUnlessErased(stated.reference, texts);
  const { labels } = texts;
  const period = periodOf(retiredParts(found));
  const years = describeYears(period, words);
  const [project] = projects.length === 1 ? projects : [];
  const distinct = (values: string[]) => [...new Set(values)].join(', ');
  return (
    <article className="relative isolate overflow-hidden border border-ink bg-paper-bright p-2 print:border-0">
      <div className="border border-rule-strong p-5 sm:p-8">
        <img
          src="/pictures/guilloche.svg"
          alt=""
          width="400"
          height="400"
          className="absolute -top-28 -right-28 -z-1 size-56 max-w-none sm:size-72"
        />
        <p className="flex items-center gap-2.5 font-display text-[1.25rem] text-canopy">
          <Mark />
          Carma
        </p>
        <p className="mt-4 max-w-[12ch] font-display sm:mt-6 text-[2rem] leading-[1.06] print:text-[1.5rem]">{texts.title}</p>
        <p className="figure mt-3 text-[0.9375rem]">{entry.certificate}</p>
        {entry.sample && (
          <p className="mt-3 inline-block -rotate-3 border-3 border-clay bg-paper-bright px-3 py-0.5 font-mono text-[1.125rem] text-clay uppercase tracking-[0.16em]">
            {texts.stamp}
          </p>
        )}
        <CorrectionNotice title={words.correctedRetirement} index={index} corrections={correctionsOf(index, related)} />
        <dl className="mt-4 grid gap-x-6 sm:grid-cols-2">
          <Line label={labels.quantity} isWide>
            <span className="figure text-[2.25rem] leading-tight">{formatCount(entry.quantity)}</span>{' '}
            <span className="font-mono text-[0.875rem]">{texts.unit}</span>
          </Line>
          <Line label={labels.beneficiary} isWide>
            <bdi className="display-3 break-words">{stated.beneficiary ? textOr(stated.beneficiary, texts) : texts.erased}</bdi>
          </Line>
          {purpose && (
            <Line label={labels.purpose} isWide>
              <bdi className="break-words">{purpose}</bdi>
            </Line>
          )}
          <Line label={project ? labels.project : labels.projects} isWide>
            {project ? (
              <ProjectLinks projects={projects} className="text-link text-canopy" hasId />
            ) : (
              <Shares entry={entry} projects={projects} adjustments={adjustments} texts={texts} />
            )}
          </Line>
          <Line label={words.atRegistry} isWide>
            <Confirmations words={words} quantity={entry.quantity} confirmations={confirmationsOf(index, related)} />
          </Line>
          {!period.isOurs && (
            <Line label={labels.retired}>
              {describeRetired(period)}
              {years && <span className="block text-[0.875rem] text-ink-soft">{years}</span>}
            </Line>
          )}
          <Line label={period.isOurs ? labels.retired : labels.recorded}>
            <time dateTime={entry.time}>{formatUtcInstant(new Date(entry.time))}</time>
          </Line>
          {entry.registryRetirementId && (
            <Line label={labels.registryRetirement}>
              <bdi className="break-words">{entry.registryRetirementId}</bdi>
            </Line>
          )}
          {project?.location && (
            <Line label={labels.place}>
              <bdi>{project.location}</bdi>
            </Line>
          )}
          {project?.standard && (
            <Line label={labels.standard}>
              <bdi>{project.standard}</bdi>
            </Line>
          )}
          <Line label={labels.registry}>{distinct(entry.lines.map(({ registry }) => registryName(registry)))}</Line>
          {project && (
            <Line label={labels.composition}>
              <Units lines={entry.lines} texts={texts} />
            </Line>
          )}
          {project && <Line label={labels.adjustment}>{own(adjustments, project.adjustment ?? '') ?? texts.notStated}</Line>}
          {reference && (
            <Line label={labels.reference}>
              <bdi className="break-words">{reference}</bdi>
            </Line>
          )}
          <Line label={labels.entry}>
            <RecordLink to="entries" id={index} />
          </Line>
        </dl>
        <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-3 border-t border-rule pt-4 sm:(mt-5 pt-5)">
          <svg
            role="img"
            aria-label={texts.qr}
            viewBox={`0 0 ${qr.length} ${qr.length}`}
            shapeRendering="crispEdges"
            className="size-28 shrink-0"
          >
            <path d={qr.map(rowPath).join('')} stroke="#15211B" />
          </svg>
          <div className="min-w-0 flex-[1_1_14rem] text-[0.875rem] text-ink-soft">
            {size !== undefined && (
              <>
                <p>{fill(texts.proven, { index: String(index), size: String(size) })}</p>
                <p className="hidden print:block">{fill(texts.knownUpTo, { size: String(size) })}</p>
              </>
            )}
            <p className="figure mt-2 break-all">{address}</p>
          </div>
        </div>
      </div>
    </article>
  );
}

type SharesProps = Pick<CertificateSheetProps, 'projects' | 'adjustments' | 'texts'> & { entry: RecordEntry };

/** The quantities retired, by project. */
function Shares({ entry, projects, adjustments, texts }: SharesProps) {
  return (
    <ul className="divide-y divide-rule">
      {projects.map(({ title, today, quantity, location, standard, adjustment, ...project }) => (
        <li key={project.id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2">
          <span className="min-w-0">
            <ProjectLink title={title} today={today} registryId={project.registryId} className="text-link text-canopy" />
          </span>
          <span className="figure text-right">
            {formatCount(quantity)} {texts.unit}
          </span>
          <span className="col-span-2 text-[0.875rem]">
            <Units lines={linesOfProject(entry, project)} texts={texts} />
          </span>
          <span className="col-span-2 text-[0.875rem] text-ink-soft">
            {[location, standard, `${texts.labels.adjustment}: ${own(adjustments, adjustment ?? '') ?? texts.notStated}`]
              .filter((fact) => fact !== null)
              .map(isolate)
              .join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Units by vintage and type, one group a line. */
function Units({ lines, texts }: { lines: RecordEntry['lines']; texts: CertificateSheetProps['texts'] }) {
  return describeUnits(lines, texts.units).map((group) => (
    <span key={group} className="block">
      {group}
    </span>
  ));
}

function Line({ label, isWide = false, children }: { label: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={`min-w-0 border-t border-rule py-2 sm:py-2.5 ${isWide ? 'sm:col-span-2' : ''}`}>
      <dt className="label">{label}</dt>
      <dd className="mt-0.5 break-words">{children}</dd>
    </div>
  );
}

/** Returns a row of a QR code as a path for a stroke of width 1: a line for each run of dark modules. Compresses to half of what squares do. */
function rowPath(row: boolean[], y: number): string {
  let end = 0;
  const lines = row.flatMap((isDark, x) => {
    if (!isDark || row[x - 1]) return [];
    const gap = x - end;
    const length = [...row, false].indexOf(false, x) - x;
    end = x + length;
    return [`m${gap} 0h${length}`];
  });
  return `M0 ${y}.5${lines.join('')}`;
}
