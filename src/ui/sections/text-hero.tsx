import type { Link } from '#src/content/types.ts';
import { Mark } from '#src/ui/site/mark.tsx';

type TextHeroProps = { back: Link; title: string; lede: string };

/** The header of a functional page: a link back, its name and what it does. */
export function TextHero({ back, title, lede }: TextHeroProps) {
  return (
    <header data-document="" className="page pt-3 md:pt-6 print:pt-0">
      <p className="mb-6 hidden items-center gap-3 font-display text-[1.625rem] print:flex">
        <Mark />
        Carma
      </p>
      <a href={back.href} className="text-link inline-flex min-h-11 items-center text-canopy print:hidden">
        {back.label}
      </a>
      <h1 className="display-2 print:mt-0">{title}</h1>
      <p className="mt-1 max-w-[46rem] text-ink-soft md:mt-2 print:hidden">{lede}</p>
    </header>
  );
}
