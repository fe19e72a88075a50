import type { Faq } from '#src/content/types.ts';
import { OpenMarker } from '#src/ui/controls/open-marker.tsx';
import { Section } from './section.tsx';

/** Questions that expand in place, as native `details`. */
export function FaqList({ content }: { content: Faq }) {
  return (
    <Section>
      <div className="grid gap-8 lg:grid-cols-[minmax(0,20fr)_minmax(0,46fr)] lg:gap-20">
        <h2 className="display-2">{content.title}</h2>
        <div className="border-b border-rule">
          {content.items.map((item) => (
            <details key={item.question} data-question className="group border-t border-rule first:border-ink">
              <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-6 py-4">
                <h3 className="display-3">{item.question}</h3>
                <OpenMarker />
              </summary>
              <p className="copy pb-6 text-ink-soft">{item.answer}</p>
            </details>
          ))}
        </div>
      </div>
    </Section>
  );
}
