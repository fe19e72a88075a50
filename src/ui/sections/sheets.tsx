import type { specimenCertificate } from '#shared/content/impact-hub.ts';
import { site } from '#shared/content/site.ts';
import type { DataSheetContent, Figure, FigureGroup } from '#shared/content/types.ts';
import { FactList } from '#src/ui/controls/texts.tsx';
import { formatCount } from '#verify/text.ts';
import { Drawing, Mark, Section } from './frames.tsx';

/** A card beside a hero: facts, line by line. */
export function DataSheet({ content }: { content: DataSheetContent }) {
  return (
    <figure className="bg-paper-bright shadow-[0.5rem_0.5rem_0_0_#ECE6D6,0.5rem_0.5rem_0_1px_#D6CDB8] outline-1 outline-rule lg:w-[27rem]">
      <figcaption className="relative border-b border-ink px-5 pt-3.5 pb-3">
        <span aria-hidden="true" className="absolute top-3.5 right-5 size-4 rounded-full bg-paper outline-1 outline-rule" />
        <span className="label block min-h-9">{content.eyebrow}</span>
        <span className="display-3 block">{content.title}</span>
      </figcaption>
      <FactList look="sheet" className="px-5" facts={content.rows.map(({ label, value }) => [label, value])} />
      {content.note && <p className="border-t border-rule px-5 py-3 text-[0.875rem] text-ink-faint">{content.note}</p>}
    </figure>
  );
}

type RetirementSpecimenProps = {
  content: typeof specimenCertificate;
  project: { title: string; location: string; verificationStandard: string };
};

/** An example of a retirement certificate for a project of the catalogue: a specimen, in which only a retirement's facts are blank. */
export function RetirementSpecimen({ content, project }: RetirementSpecimenProps) {
  const { labels, blanks } = content;
  return (
    <figure>
      <div className="border border-ink bg-paper-bright p-2 text-ink">
        <div className="relative isolate overflow-hidden border border-rule-strong p-5 sm:p-7">
          <CertificateHead issuer={content.issuer} />
          <p className="mt-8 max-w-[12ch] font-display text-[2rem] leading-[1.06] sm:text-[2.5rem]">{content.title}</p>
          <Stamp className="mt-4" text={content.stamp} />
          <FactList
            look={{ row: 'border-t border-rule py-2.5', name: 'label', value: 'mt-0.5' }}
            className="mt-7 grid gap-x-6 sm:(grid-cols-2 [&>:nth-child(-n+2)]:col-span-2)"
            facts={[
              [
                labels.quantity,
                <span key="quantity">
                  <span className="figure text-[2.25rem] leading-tight">{formatCount(content.quantity)}</span>{' '}
                  <span className="ml-1 font-mono text-[0.875rem]">{content.unit}</span>
                </span>,
              ],
              [
                labels.project,
                <span key="project" className="display-3">
                  {project.title}
                </span>,
              ],
              [labels.place, project.location],
              [labels.standard, project.verificationStandard],
              [labels.beneficiary, blank(blanks.beneficiary)],
              [labels.retired, blank(blanks.retired)],
            ]}
          />
          <FactList
            look={{
              row: 'border border-dashed border-ink-faint p-3',
              name: 'text-[0.8125rem] font-semibold leading-snug',
              value: 'mt-1 text-[0.8125rem] leading-snug text-ink-soft',
            }}
            className="mt-5 grid gap-3 sm:grid-cols-2"
            facts={content.proofs.map(({ title, blank }) => [title, blank])}
          />
        </div>
      </div>
      <figcaption className="mt-3 text-[0.875rem]">{content.caption}</figcaption>
    </figure>
  );
}

/** The beginning of every certificate: the issuer, over a guilloche. */
export function CertificateHead({ issuer }: { issuer: string }) {
  return (
    <>
      <Drawing
        name="guilloche"
        size={[400, 400]}
        className="absolute -top-28 -right-28 -z-1 size-56 max-w-none [mask-image:radial-gradient(closest-side,#000_88%,transparent)] sm:size-72"
      />
      <p className="flex items-center gap-2.5 font-display text-[1.25rem] text-canopy">
        <Mark />
        {issuer}
      </p>
    </>
  );
}

/** The stamp of a certificate that certifies nothing: a specimen, or one of sample data. */
export function Stamp({ text, className }: { text: string; className: string }) {
  return (
    <p
      className={`inline-block -rotate-3 border-3 border-clay bg-paper-bright px-3 py-0.5 font-mono text-[1.125rem] text-clay uppercase tracking-[0.16em] ${className}`}
    >
      {text}
    </p>
  );
}

/** A blank for a fact that only a real certificate has. The fact is named, not invented. */
const blank = (fact: string) => <span className="text-ink-faint italic">[{fact}]</span>;

/** Figures side by side, each with its label and a note. */
export function FigureStrip({ figures, className = '' }: { figures: Figure[]; className?: string }) {
  return (
    <ul className={`grid grid-cols-2 border-t border-ink dark:border-paper/30 lg:grid-cols-4 ${className}`}>
      {figures.map(({ value, label, note }) => (
        <li
          key={label}
          className="grid content-start gap-1 border-rule py-5 pr-4 dark:border-paper/30 lg:(not-first:pl-5 not-first:border-l)"
        >
          <strong className="font-display text-[min(2rem,8vw)] font-normal leading-tight tabular-nums md:text-[2.75rem]">{value}</strong>
          <span className="font-mono text-[0.8125rem] text-ink-soft dark:text-canopy-mist">{label}</span>
          {note && <span className="text-[0.875rem] text-ink-faint dark:text-canopy-mist">{note}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Figures with their definitions. */
export function FigureBand({ content: { title, figures }, ground }: { content: FigureGroup; ground: 'paper' | 'canopy' }) {
  return (
    <Section ground={ground}>
      <h2 className="display-3 mb-6">{title}</h2>
      <FigureStrip figures={figures} />
      <p className="mt-4 text-[0.875rem] text-ink-soft dark:text-canopy-mist">{site.figures}</p>
    </Section>
  );
}
