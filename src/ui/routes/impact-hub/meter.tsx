import type { ReactNode } from 'react';

type MeterProps = {
  title: string;
  /** The main figure, with its unit. */
  lead: { label: string; value: string; unit: string };
  rows: { label: string; value: ReactNode }[];
};

/** From this length (in characters) the large figure has a smaller font, to fit a phone: millions and more. */
const longValue = 8;

/** Several figures read at one moment: the main one large, the others below it. */
export function Meter({ title, lead, rows }: MeterProps) {
  return (
    <div className="border border-paper/35 bg-canopy">
      <h2 className="flex items-center gap-3 border-b border-paper/35 px-5 py-3 font-mono text-[0.75rem] text-paper">
        <span aria-hidden="true" className="size-2 rounded-full bg-lichen" />
        {title}
      </h2>
      <dl className="px-5 pb-2">
        <div className="flex flex-col-reverse py-5">
          <dt className="font-mono text-[0.75rem] text-canopy-mist">{lead.label}</dt>
          <dd className="flex flex-wrap items-baseline gap-3 pb-2">
            <span
              className={`figure leading-none text-lichen ${lead.value.length > longValue ? 'text-[1.75rem] md:text-[2.25rem]' : 'text-[3rem] md:text-[3.5rem]'}`}
            >
              {lead.value}
            </span>
            <span className="font-mono text-[0.875rem] text-canopy-mist">{lead.unit}</span>
          </dd>
        </div>
        {rows.map(({ label, value }) => (
          <div key={label} className="flex items-baseline justify-between gap-4 border-t border-paper/25 py-2.5">
            <dt className="font-mono text-[0.75rem] text-canopy-mist">{label}</dt>
            <dd className="figure text-right text-[0.9375rem]">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
