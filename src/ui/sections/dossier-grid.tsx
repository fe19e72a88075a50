import type { Dossier, DossierGroup } from '#src/content/types.ts';
import { ActionButton } from '#src/ui/controls/action-button.tsx';
import { Section } from './section.tsx';

type DossierGridProps = { content: DossierGroup; ground?: 'paper' | 'deep' };

/** Cards in two columns: a seal, a name, labelled facts and an action. */
export function DossierGrid({ content, ground = 'paper' }: DossierGridProps) {
  return (
    <Section ground={ground} heading={content}>
      <ul className="mt-8 grid md:mt-12 grid-cols-1 gap-6 lg:grid-cols-2">
        {content.dossiers.map((dossier) => (
          <DossierCard key={dossier.title} dossier={dossier} />
        ))}
      </ul>
    </Section>
  );
}

function DossierCard({ dossier }: { dossier: Dossier }) {
  return (
    <li className="flex flex-col border border-rule bg-paper-bright">
      <div className="flex items-center justify-between gap-6 border-b border-ink px-5 py-4 md:px-7">
        <h3 className="min-w-0 break-words font-display text-[1.75rem] leading-[1.12] tracking-[-0.012em]">{dossier.title}</h3>
        <span
          aria-hidden="true"
          className="figure grid size-11 shrink-0 place-items-center rounded-full border border-canopy text-[0.8125rem] text-canopy outline-1 outline-offset-3 outline-rule-strong"
        >
          {dossier.mark}
        </span>
      </div>
      <dl className="px-5 md:px-7">
        {dossier.parts.map((part) => (
          <div key={part.label} className="border-b border-rule py-5 last:border-0">
            <dt className="label">{part.label}</dt>
            <dd className="mt-1.5 text-pretty leading-[1.6] text-ink-soft">{part.body}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-auto flex flex-col px-5 pb-6 sm:items-start md:px-7">
        <ActionButton action={dossier.action} />
      </div>
    </li>
  );
}
