import type { LeadFigures } from '#src/content/types.ts';

/** One very large figure over a scale, with the others in a column beside it. */
export function FigureLead({ content }: { content: LeadFigures }) {
  const { title, lead, others } = content;
  // The sign is set smaller: at the size of the number it would dominate.
  const [, number, sign] = /^(.*?)([+%]?)$/.exec(lead.value) ?? [];
  return (
    <section aria-label={title} className="overflow-hidden bg-canopy-deep pt-14 text-paper md:pt-20">
      <div className="page grid items-end gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <dl className="flex flex-col-reverse">
          <dt className="eyebrow mt-6 text-lichen md:mt-8">{lead.label}</dt>
          <dd className="font-display text-[clamp(5rem,21vw,13.5rem)] leading-[0.82] tracking-[-0.04em] tabular-nums">
            <span className="sr-only">{lead.value}</span>
            <span aria-hidden="true">
              {number}
              <span className="align-super text-[0.42em] leading-none tracking-normal">{sign}</span>
            </span>
          </dd>
        </dl>
        <dl className="border-b border-paper/30">
          {others.map((figure) => (
            <div key={figure.label} className="flex items-baseline justify-between gap-6 border-t border-paper/30 py-3.5">
              <dt className="font-mono text-[0.8125rem] text-canopy-mist">{figure.label}</dt>
              <dd className="font-display text-[2rem] leading-tight tabular-nums md:text-[2.5rem]">{figure.value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <svg aria-hidden="true" viewBox="0 0 1600 28" preserveAspectRatio="xMinYMax slice" className="mt-12 block h-7 w-full md:mt-16">
        <path d={ticks(10, 8)} className="stroke-paper/40" />
        <path d={ticks(50, 15)} className="stroke-paper/60" />
        <path d={ticks(200, 26)} strokeWidth="1.5" className="stroke-lichen" />
      </svg>
    </section>
  );
}

/** Returns tick marks along the lower edge, `step` apart and `height` high. */
function ticks(step: number, height: number): string {
  return Array.from({ length: 1600 / step }, (_, index) => `M${index * step + 0.5} 28v-${height}`).join('');
}
