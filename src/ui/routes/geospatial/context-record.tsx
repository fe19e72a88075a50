import type { RecordSheet as RecordSheetContent } from '#src/content/types.ts';
import { RecordSheet } from '#src/ui/sections/record-sheet.tsx';
import { Section, SectionHeading } from '#src/ui/sections/section.tsx';

type ContextRecordProps = {
  content: { eyebrow: string; title: string; intro: string; documents: { title: string; items: { title: string; body: string }[] } };
  /** The record. Without one, only the text is shown. */
  record: RecordSheetContent | undefined;
  id?: string;
};

/** A project's record, beside a text on what other documents add to it. */
export function ContextRecord({ content, record, id }: ContextRecordProps) {
  const { title, items } = content.documents;
  return (
    <Section id={id} ground="deep">
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_auto]">
        <SectionHeading eyebrow={content.eyebrow} title={content.title} intro={content.intro} />
        {record && (
          <div className="lg:row-span-2">
            <RecordSheet content={record} />
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
