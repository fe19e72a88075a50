import type { DataSheet as DataSheetContent } from '#src/content/types.ts';
import { DataSheet } from '#src/ui/sections/data-sheet.tsx';
import { Section, SectionHeading } from '#src/ui/sections/section.tsx';

type PlaceContextProps = {
  content: { eyebrow: string; title: string; intro: string; documents: { title: string; items: { title: string; body: string }[] } };
  /** The sheet. Without one, only the text is shown. */
  sheet: DataSheetContent | undefined;
  id?: string;
};

/** The catalogue's facts about a place, beside a text on what other documents add to them. */
export function PlaceContext({ content, sheet, id }: PlaceContextProps) {
  const { title, items } = content.documents;
  return (
    <Section id={id} ground="deep">
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_auto]">
        <SectionHeading eyebrow={content.eyebrow} title={content.title} intro={content.intro} />
        {sheet && (
          <div className="lg:row-span-2">
            <DataSheet content={sheet} />
          </div>
        )}
        <div>
          <h3 className="label border-b border-ink pb-3">{title}</h3>
          <dl>
            {items.map((item) => (
              <div key={item.title} className="grid gap-x-6 gap-y-1 border-b border-rule py-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
                <dt className="font-semibold">{item.title}</dt>
                <dd className="leading-[1.55] text-ink-soft">{item.body}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </Section>
  );
}
