import type { Faq } from '#src/content/types.ts';
import { Fold } from './fold.tsx';
import { Section } from './section.tsx';

/** Questions that expand in place, as native `details`. */
export function FaqList({ content }: { content: Faq }) {
  return (
    <Section>
      <div className="grid gap-8 print:block lg:grid-cols-[minmax(0,20fr)_minmax(0,46fr)] lg:gap-20">
        <h2 className="display-2 print:mb-6">{content.title}</h2>
        <div className="border-b border-rule">
          {content.items.map((item) => (
            <Fold key={item.question} title={item.question} isQuestion>
              <p className="copy pb-6 text-ink-soft">{item.answer}</p>
            </Fold>
          ))}
        </div>
      </div>
    </Section>
  );
}
