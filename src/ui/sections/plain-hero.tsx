import type { Link } from '#src/content/types.ts';

type PlainHeroProps = { back: Link; title: string; lede: string };

/** The head of a page that is a tool: the way back, its name, and what it does. */
export function PlainHero({ back, title, lede }: PlainHeroProps) {
  return (
    <header className="page pt-8 md:pt-12">
      <a href={back.href} className="text-link inline-flex min-h-11 items-center text-canopy print:hidden">
        {back.label}
      </a>
      <h1 className="display-1 mt-4">{title}</h1>
      <p className="lede mt-4 text-ink-soft print:hidden">{lede}</p>
    </header>
  );
}
