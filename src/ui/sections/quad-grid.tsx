import type { CardGroup } from '#src/content/types.ts';
import { TextLink } from '#src/ui/controls/text-link.tsx';
import { Ordinal } from './ordinal.tsx';
import { Section, SectionHeading } from './section.tsx';

type QuadGridProps = { content: CardGroup; ground?: 'paper' | 'deep' };

/** A heading in the margin, and a two by two grid of cards. */
export function QuadGrid({ content, ground = 'paper' }: QuadGridProps) {
  return (
    <Section ground={ground}>
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,20fr)_minmax(0,46fr)]">
        <div className="lg:(sticky top-28 self-start)">
          <SectionHeading content={content} />
        </div>
        <ul className="grid border-t border-ink sm:grid-cols-2">
          {content.cards.map((card, index) => (
            <li key={card.title} className="flex flex-col border-b border-rule-strong/50 py-7 sm:(px-7 py-9 odd:(pl-0 border-r) even:pr-0)">
              <Ordinal number={index + 1} className="text-clay" />
              <h3 className="mt-3 font-display text-[1.75rem] leading-[1.12] tracking-[-0.012em] text-balance">{card.title}</h3>
              <p className="mt-3 text-pretty leading-[1.6] text-ink-soft">{card.body}</p>
              {card.link && (
                <TextLink href={card.link.href} className="mt-auto self-start pt-4">
                  {card.link.label}
                </TextLink>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}
