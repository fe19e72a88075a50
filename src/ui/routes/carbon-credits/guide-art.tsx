import type { GuideGlyph as Glyph } from '#src/content/carbon-credits.ts';

type ResidualBarsProps = { bars: { label: string; emitted: number; removed?: number }[] };

/** Bars of falling emissions, in per cent of the base year, with a removal below the zero line. */
export function ResidualBars({ bars }: ResidualBarsProps) {
  return (
    <ol className="grid grid-cols-5 gap-2 sm:gap-4">
      {bars.map(({ label, emitted, removed = 0 }) => (
        <li key={label}>
          <svg viewBox="0 0 10 120" preserveAspectRatio="none" aria-hidden="true" className="h-48 w-full">
            <rect y={100 - emitted} width="10" height={emitted} className="fill-canopy" />
            <rect y="100" width="10" height={removed} className="fill-clay" />
            <path d="M0 100h10" strokeWidth="2" vectorEffect="non-scaling-stroke" className="stroke-ink" />
          </svg>
          <p className="figure text-[1rem] sm:text-[1.375rem]">
            {emitted}
            {removed > 0 && <span className="text-clay">−{removed}</span>}
          </p>
          <p className="text-[0.75rem] leading-tight text-ink-soft sm:text-[0.875rem]">{label}</p>
        </li>
      ))}
    </ol>
  );
}

type GuideDrawingProps = { name: 'avoidance' | 'removal' };

/** Avoidance: the gap between the emissions without a project and with it, both above zero. Removal: a line that falls below zero. */
export function GuideDrawing({ name }: GuideDrawingProps) {
  return <img src={`/pictures/guide/${name}.svg`} alt="" width="320" height="170" loading="lazy" className="h-auto w-full" />;
}

/** The glyph of a guide card, at its edge on wide screens. */
export function GuideGlyph({ glyph }: { glyph: Glyph }) {
  return (
    <img src={`/pictures/guide/${glyph}.svg`} alt="" width="144" height="80" loading="lazy" className="hidden h-auto w-full lg:block" />
  );
}
