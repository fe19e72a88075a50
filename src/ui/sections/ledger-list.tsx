import type { Ledger } from '#src/content/types.ts';
import { TextLink } from '#src/ui/controls/text-link.tsx';
import { Ordinal } from './ordinal.tsx';
import { Section, SectionHeading } from './section.tsx';
import { Points } from './texts.tsx';

type LedgerListProps = { content: Ledger; ground?: 'paper' | 'deep'; id?: string };

/** Numbered rows: the claim on the left, its explanation on the right. */
export function LedgerList({ content, ground = 'paper', id }: LedgerListProps) {
  return (
    <Section id={id} ground={ground}>
      <div className="grid gap-8 lg:grid-cols-[minmax(0,20fr)_minmax(0,46fr)] lg:gap-20">
        <div className="lg:(sticky top-28 self-start)">
          <SectionHeading content={content} />
        </div>
        <ol className="border-b border-rule">
          {content.items.map((item, index) => (
            <li
              key={item.title}
              className="grid gap-x-8 gap-y-2 border-t border-rule py-5 first:border-ink md:(py-6) md:grid-cols-[2.5rem_minmax(0,13fr)_minmax(0,33fr)]"
            >
              <Ordinal number={index + 1} className="pt-1.5 text-clay" />
              <h3 className="display-3">{item.title}</h3>
              <div>
                <p className="copy text-ink-soft">{item.body}</p>
                {item.points && <Points texts={item.points} className="mt-3 gap-1.5 text-[0.9375rem]" />}
                {item.link && (
                  <TextLink href={item.link.href} className="mt-3">
                    {item.link.label}
                  </TextLink>
                )}
              </div>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  );
}
