import type { Figure } from '#src/content/types.ts';

type FigureStripProps = { figures: Figure[]; onDark?: boolean };

/** Figures side by side, each before its label and what it means. */
export function FigureStrip({ figures, onDark = false }: FigureStripProps) {
  return (
    <ul className={`grid grid-cols-2 border-t lg:grid-cols-4 ${onDark ? 'border-paper/30' : 'border-ink'}`}>
      {figures.map(({ value, label, note }) => (
        <li
          key={label}
          className={`grid content-start gap-1 py-5 pr-4 lg:(not-first:pl-5 not-first:border-l) ${onDark ? 'border-paper/30' : 'border-rule'}`}
        >
          <strong className="font-display text-[2rem] font-normal leading-tight tabular-nums md:text-[2.75rem]">{value}</strong>
          <span className={`font-mono text-[0.8125rem] ${onDark ? 'text-canopy-mist' : 'text-ink-soft'}`}>{label}</span>
          {note && <span className={`text-[0.875rem] ${onDark ? 'text-canopy-mist' : 'text-ink-faint'}`}>{note}</span>}
        </li>
      ))}
    </ul>
  );
}
