import type { DataSheet as DataSheetContent } from '#src/content/types.ts';

/** A card beside a hero: a record, line by line. */
export function DataSheet({ content }: { content: DataSheetContent }) {
  return (
    <figure className="relative bg-paper-bright shadow-[0.5rem_0.5rem_0_0_#ECE6D6,0.5rem_0.5rem_0_1px_#D6CDB8] outline-1 outline-rule lg:w-[27rem]">
      <figcaption className="border-b border-ink px-5 pt-3.5 pb-3">
        <span aria-hidden="true" className="absolute top-3.5 right-5 size-4 rounded-full bg-paper outline-1 outline-rule" />
        <span className="label block min-h-9">{content.serial}</span>
        <span className="display-3 block">{content.title}</span>
      </figcaption>
      <dl className="px-5">
        {content.rows.map((row) => (
          <div key={row.label} className="grid grid-cols-[7rem_minmax(0,1fr)] gap-3 border-b border-rule py-2.5 last:border-0">
            <dt className="label pt-0.5">{row.label}</dt>
            <dd className="text-[0.9375rem] leading-snug">{row.value}</dd>
          </div>
        ))}
      </dl>
      {content.note && <p className="border-t border-rule px-5 py-3 text-[0.875rem] text-ink-faint">{content.note}</p>}
    </figure>
  );
}
