import type { Figure } from '#src/content/types.ts';

type FigureStripProps = { figures: Figure[]; onDark?: boolean };

/** Figures side by side, each with its label. */
export function FigureStrip({ figures, onDark = false }: FigureStripProps) {
  return (
    <dl className={`grid grid-cols-2 border-t lg:grid-cols-4 ${onDark ? 'border-paper/30' : 'border-ink'}`}>
      {figures.map((figure) => (
        <div
          key={figure.label}
          className={`flex flex-col-reverse justify-end gap-1 py-5 pr-4 lg:(not-first:pl-5 not-first:border-l) ${onDark ? 'border-paper/30' : 'border-rule'}`}
        >
          <dt className={`font-mono text-[0.8125rem] ${onDark ? 'text-canopy-mist' : 'text-ink-soft'}`}>
            {figure.label}
            {figure.note && <span className="mt-1 block font-sans text-[0.875rem] text-ink-faint">{figure.note}</span>}
          </dt>
          <dd className="font-display text-[2rem] leading-tight tabular-nums md:text-[2.75rem]">{figure.value}</dd>
        </div>
      ))}
    </dl>
  );
}
