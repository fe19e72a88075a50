import type { ReactNode } from 'react';

type Ground = 'paper' | 'deep' | 'canopy';

const grounds: Record<Ground, string> = {
  paper: '',
  deep: 'bg-paper-deep',
  canopy: 'bg-canopy-deep text-paper',
};

/** How a section prints: as part of the document, in ink and without margins, or not at all. */
type OnPaper = 'part' | 'nothing';

const papers: Record<OnPaper, string> = {
  part: 'print:(break-inside-avoid bg-transparent py-5 text-ink)',
  nothing: 'print:hidden',
};

type Heading = { eyebrow?: string | undefined; title: string; intro?: string | undefined };
type SectionProps = {
  id?: string | undefined;
  ground?: Ground;
  onPaper?: OnPaper;
  labelledBy?: string;
  /** Its heading, if that stands above all of it. */
  heading?: Heading;
  children: ReactNode;
};

/** A full-width section of the page with a background, and the page's margins. */
export function Section({ id, ground = 'paper', onPaper, labelledBy, heading, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={labelledBy} className={`band ${grounds[ground]} ${onPaper ? papers[onPaper] : ''}`}>
      <div className="page">
        {heading && <SectionHeading content={heading} onDark={ground === 'canopy'} />}
        {children}
      </div>
    </section>
  );
}

/** The heading of a section: eyebrow, title and an optional introduction. */
export function SectionHeading({ content: { eyebrow, title, intro }, onDark = false }: { content: Heading; onDark?: boolean }) {
  return (
    <div className="max-w-[46rem]">
      {eyebrow && <p className={`eyebrow mb-4 ${onDark ? 'text-lichen' : 'text-canopy'}`}>{eyebrow}</p>}
      <h2 className="display-2">{title}</h2>
      {intro && <p className={`lede mt-5 ${onDark ? 'text-canopy-mist' : 'text-ink-soft'}`}>{intro}</p>}
    </div>
  );
}
