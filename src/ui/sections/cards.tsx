import type { CardGroup, DossierGroup, EvidenceGroup } from '#shared/content/types.ts';
import { ActionButton, TextLink } from '#src/ui/controls/links.tsx';
import { FactList, Ordinal } from '#src/ui/controls/texts.tsx';
import { Drawing, Section, SectionHeading } from './frames.tsx';

const widths = { 3: 'md:grid-cols-2 lg:grid-cols-3', 4: 'sm:grid-cols-2 lg:grid-cols-4' } as const;

/** Cards, each with a text and, if it has one, a seal and a link. */
export function CardGrid({ content, ground = 'paper', columns = 3 }: { content: CardGroup; ground?: 'paper' | 'deep'; columns?: 3 | 4 }) {
  return (
    <Section ground={ground} heading={content}>
      <ul className={`mt-8 grid gap-x-8 gap-y-8 md:(mt-12 gap-y-10) ${widths[columns]}`}>
        {content.cards.map((card) => (
          <li key={card.title} className="flex flex-col border-t border-ink pt-5">
            {card.seal && <Seal letters={card.seal} className="mb-5 size-12" />}
            <h3 className="display-3">{card.title}</h3>
            <p className="mt-3 text-pretty leading-[1.6] text-ink-soft">{card.body}</p>
            <TextLink link={card.link} className="mt-auto pt-4" />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The seal of a card, for the eye alone. */
function Seal({ letters, className }: { letters: string; className: string }) {
  return (
    <span
      aria-hidden="true"
      className={`figure grid place-items-center rounded-full border border-canopy text-[0.8125rem] text-canopy outline-1 outline-offset-3 outline-rule-strong ${className}`}
    >
      {letters}
    </span>
  );
}

type PlainCards = Omit<CardGroup, 'cards'> & { cards: (CardGroup['cards'][number] & { seal?: never })[] };

/** A heading in the margin, and cards in two columns, which have no seal. */
export function QuadGrid({ content, ground = 'paper' }: { content: PlainCards; ground?: 'paper' | 'deep' }) {
  return (
    <Section ground={ground}>
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,20fr)_minmax(0,46fr)]">
        <SectionHeading content={content} className="lg:(sticky top-28 self-start)" />
        <ul className="grid border-t border-ink sm:grid-cols-2">
          {content.cards.map((card, index) => (
            <li key={card.title} className="flex flex-col border-b border-rule-strong/50 py-7 sm:(px-7 py-9 odd:(pl-0 border-r) even:pr-0)">
              <Ordinal number={index + 1} className="text-clay" />
              <h3 className="mt-3 font-display text-[1.75rem] leading-[1.12] tracking-[-0.012em] text-balance">{card.title}</h3>
              <p className="mt-3 text-pretty leading-[1.6] text-ink-soft">{card.body}</p>
              <TextLink link={card.link} className="mt-auto self-start pt-4" />
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}

/** Cards in two columns: a seal, a name, labelled facts and an action. */
export function DossierGrid({ content, ground = 'paper' }: { content: DossierGroup; ground?: 'paper' | 'deep' }) {
  return (
    <Section ground={ground} heading={content}>
      <ul className="mt-8 grid md:mt-12 grid-cols-1 gap-6 lg:grid-cols-2">
        {content.dossiers.map((dossier) => (
          <li key={dossier.title} className="flex flex-col border border-rule bg-paper-bright">
            <div className="flex items-center justify-between gap-6 border-b border-ink px-5 py-4 md:px-7">
              <h3 className="min-w-0 break-words font-display text-[1.75rem] leading-[1.12] tracking-[-0.012em]">{dossier.title}</h3>
              <Seal letters={dossier.seal} className="size-11 shrink-0" />
            </div>
            <FactList
              look={{
                row: 'border-b border-rule py-5 last:border-0',
                name: 'label',
                value: 'mt-1.5 text-pretty leading-[1.6] text-ink-soft',
              }}
              className="px-5 md:px-7"
              facts={dossier.parts.map(({ label, body }) => [label, body])}
            />
            <div className="mt-auto flex flex-col px-5 pb-6 sm:items-start md:px-7">
              <ActionButton action={dossier.action} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Claims side by side, each under an explanatory drawing. */
export function EvidenceTrio({ content, ground = 'deep' }: { content: EvidenceGroup; ground?: 'deep' | 'canopy' }) {
  return (
    <Section ground={ground} heading={content}>
      <ul className="mt-12 grid gap-x-10 gap-y-14 md:grid-cols-3">
        {content.items.map((item) => (
          <li key={item.title} className="flex flex-col">
            <div className="border-y border-ink/30 py-7 dark:border-paper/30">
              <Drawing name={`evidence/${item.drawing}`} size={[320, 120]} />
            </div>
            <h3 className="display-3 mt-6">{item.title}</h3>
            <p className="mt-3 text-pretty leading-[1.6] text-ink-soft dark:text-canopy-mist">{item.body}</p>
            <TextLink link={item.link} colour="text-canopy dark:text-lichen" className="mt-auto pt-4" />
          </li>
        ))}
      </ul>
    </Section>
  );
}
