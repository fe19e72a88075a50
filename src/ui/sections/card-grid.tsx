import type { Card, CardGroup } from '#src/content/types.ts';
import { TextLink } from '#src/ui/controls/text-link.tsx';
import { Section } from './section.tsx';
import { RuledItems } from './texts.tsx';

type CardGridProps = { content: CardGroup; ground?: 'paper' | 'deep'; columns?: 3 | 4 };

const widths = { 3: 'md:grid-cols-2 lg:grid-cols-3', 4: 'sm:grid-cols-2 lg:grid-cols-4' } as const;

/** Cards, each with a seal, its points and a link. */
export function CardGrid({ content, ground = 'paper', columns = 3 }: CardGridProps) {
  return (
    <Section ground={ground} heading={content}>
      <ul className={`mt-8 grid gap-x-8 gap-y-8 md:(mt-12 gap-y-10) ${widths[columns]}`}>
        {content.cards.map((card) => (
          <SpecimenCard key={card.title} card={card} />
        ))}
      </ul>
    </Section>
  );
}

function SpecimenCard({ card }: { card: Card }) {
  return (
    <li className="flex flex-col border-t border-ink pt-5">
      {card.mark && (
        <span
          aria-hidden="true"
          className="figure mb-5 grid size-12 place-items-center rounded-full border border-canopy text-[0.8125rem] text-canopy outline-1 outline-offset-3 outline-rule-strong"
        >
          {card.mark}
        </span>
      )}
      <h3 className="display-3">{card.title}</h3>
      <p className="mt-3 text-pretty leading-[1.6] text-ink-soft">{card.body}</p>
      {card.points && <RuledItems texts={card.points} className="mt-5 text-[0.9375rem]" />}
      {card.link && (
        <TextLink href={card.link.href} className="mt-auto pt-4">
          {card.link.label}
        </TextLink>
      )}
    </li>
  );
}
