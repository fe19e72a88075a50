import type { ReactNode } from 'react';

type Ground = 'paper' | 'deep' | 'canopy';

const grounds: Record<Ground, string> = {
  paper: '',
  deep: 'bg-paper-deep',
  canopy: 'bg-canopy-deep text-paper',
};

type SectionProps = { id?: string; ground?: Ground; labelledBy?: string; children: ReactNode };

/** A band of the page on one ground, with the page's margins. */
export function Section({ id, ground = 'paper', labelledBy, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={labelledBy} className={`band ${grounds[ground]}`}>
      <div className="page">{children}</div>
    </section>
  );
}

type SectionHeadingProps = { id?: string; eyebrow?: string | undefined; title: string; intro?: string | undefined; onDark?: boolean };

/** Eyebrow, title and an optional opening line of a section. */
export function SectionHeading({ id, eyebrow, title, intro, onDark = false }: SectionHeadingProps) {
  return (
    <div className="max-w-[46rem]">
      {eyebrow && <p className={`eyebrow mb-4 ${onDark ? 'text-lichen' : 'text-canopy'}`}>{eyebrow}</p>}
      <h2 id={id} className="display-2">
        {title}
      </h2>
      {intro && <p className={`lede mt-5 ${onDark ? 'text-canopy-mist' : 'text-ink-soft'}`}>{intro}</p>}
    </div>
  );
}
