import type { FactSheet as FactSheetContent } from '#src/content/types.ts';
import { Section } from './section.tsx';
import { Paragraphs } from './texts.tsx';

/** Body text on the left, a label of terms and details on the right. */
export function FactSheet({ content }: { content: FactSheetContent }) {
  return (
    <Section>
      <div className="grid grid-cols-1 gap-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,27rem)] lg:gap-20">
        <div>
          <h2 className="display-2">{content.title}</h2>
          <div className="mt-7 grid gap-5 text-[1.0625rem] text-ink-soft">
            <Paragraphs texts={content.paragraphs} />
          </div>
        </div>
        <div className="self-start border border-rule bg-paper-bright p-1.5">
          <div className="border border-rule px-5 pt-5 pb-2 md:px-6">
            <h3 className="display-3">{content.sheet.title}</h3>
            <dl className="mt-4">
              {content.sheet.facts.map(({ term, detail }) => (
                <div key={term} className="grid gap-x-4 gap-y-0.5 border-t border-rule py-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
                  <dt className="label pt-1">{term}</dt>
                  <dd className="text-[0.9375rem] leading-[1.5]">{detail}</dd>
                </div>
              ))}
            </dl>
          </div>
        </div>
      </div>
    </Section>
  );
}
