import type { ReactNode } from 'react';
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

/** The gap between the emissions without a project and with it; both stay above zero. */
export function AvoidanceWedge() {
  return (
    <svg viewBox="0 0 320 170" aria-hidden="true" className="h-auto w-full">
      <path d="M0 26H320V100C210 96 150 84 0 30z" className="fill-lichen" />
      <path d="M0 26h320" fill="none" strokeWidth="2" strokeDasharray="6 5" className="stroke-ink" />
      <path d="M0 29C150 84 210 96 320 100" fill="none" strokeWidth="3" className="stroke-canopy" />
      <path d="M0 149h320" strokeWidth="2" className="stroke-ink" />
    </svg>
  );
}

/** A line that falls below zero. */
export function RemovalWedge() {
  return (
    <svg viewBox="0 0 320 170" aria-hidden="true" className="h-auto w-full">
      <path d="M0 82C90 84 150 116 320 148V82z" className="fill-tide-soft" />
      <path d="M0 82C90 84 150 116 320 148" fill="none" strokeWidth="3" className="stroke-tide" />
      <path d="M0 82h320" strokeWidth="2" className="stroke-ink" />
    </svg>
  );
}

const glyphs: Record<Glyph, ReactNode> = {
  unit: (
    <>
      <path d="M30 8h84v64H30z" />
      <path d="M40 22h32M40 31h46M40 40h24" strokeOpacity="0.5" />
      <path d="M40 60h3M47 60h6M57 60h2M63 60h8M75 60h3" strokeWidth="7" />
      <path d="M98 52v16" strokeWidth="16" className="stroke-clay" />
    </>
  ),
  descent: (
    <>
      <path d="M24 60V8M44 60V20M64 60V34M84 60V46M104 60v-6" strokeWidth="12" />
      <path d="M104 62v8" strokeWidth="12" className="stroke-clay" />
      <path d="M10 61h124" />
    </>
  ),
  balance: (
    <>
      <path d="M18 26h108M72 26v46M54 72h36" />
      <path d="M30 26v12M114 26v12" />
      <path d="M14 38h32v20H14z" fill="currentColor" />
      <path d="M98 38h32v20H98z" className="stroke-clay" strokeDasharray="4 3" />
    </>
  ),
  wedge: (
    <>
      <path d="M10 20h124" strokeDasharray="5 4" />
      <path d="M10 20C50 26 92 36 134 38" />
      <path d="M10 50h124" strokeOpacity="0.5" />
      <path d="M10 50C50 52 92 62 134 74V50z" stroke="none" className="fill-clay" />
    </>
  ),
};

/** The glyph of a guide card, at its edge on wide screens. */
export function GuideGlyph({ glyph }: { glyph: Glyph }) {
  return (
    <svg
      viewBox="0 0 144 80"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      className="hidden h-auto w-full text-canopy lg:block"
    >
      {glyphs[glyph]}
    </svg>
  );
}
