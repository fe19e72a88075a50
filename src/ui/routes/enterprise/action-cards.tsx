import type { ActionCards as ActionCardsContent } from '#src/content/enterprise/contact.ts';
import { ActionButton } from '#src/ui/controls/action-button.tsx';
import { Ordinal } from '#src/ui/sections/ordinal.tsx';

/** Next steps side by side on a dark background: a name, when to choose it, and a button. */
export function ActionCards({ content }: { content: ActionCardsContent }) {
  return (
    <section className="bg-canopy-deep text-paper">
      <div className="page">
        <h2 className="sr-only">{content.title}</h2>
        <ul className="grid md:grid-cols-3">
          {content.cards.map((card, index) => (
            <li
              key={card.title}
              className="flex flex-col items-start border-paper/25 py-9 not-first:border-t md:(py-14 pr-8 not-first:(border-t-0 border-l pl-8) last:pr-0)"
            >
              <Ordinal number={index + 1} className="text-lichen" />
              <h3 className="mt-4 font-display text-[1.875rem] leading-[1.1] tracking-[-0.012em] lg:text-[2.25rem]">{card.title}</h3>
              <p className="mt-3 mb-7 text-pretty leading-[1.55] text-canopy-mist">{card.body}</p>
              <div className="mt-auto">
                <ActionButton action={card.action} variant={index === 0 ? 'primary' : 'outline'} />
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
