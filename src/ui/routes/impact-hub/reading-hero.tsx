import type { ReactNode } from 'react';
import type { Hero, Link } from '#src/content/types.ts';
import { Actions } from '#src/ui/controls/action-button.tsx';
import { Ordinal } from '#src/ui/sections/ordinal.tsx';

type ReadingHeroProps = {
  content: Hero;
  /** The sections of the page, in order. */
  index: Link[];
  /** The figures beside the title. */
  children: ReactNode;
};

/** A hero with live figures beside the title, and links to the sections of the page. */
export function ReadingHero({ content, index, children }: ReadingHeroProps) {
  return (
    <section className="bg-canopy-deep text-paper">
      <div className="page grid gap-8 py-9 md:(gap-12 pt-20 pb-16) lg:(grid-cols-[minmax(0,1fr)_25rem] items-end)">
        <div>
          <p className="eyebrow mb-5 text-lichen">{content.eyebrow}</p>
          <h1 className="display-1 max-w-[10.9em] lg:max-w-[9.9em]">{content.title}</h1>
          <p className="lede mt-6 mb-8 text-paper/90">{content.lede}</p>
          <Actions actions={content.actions} />
        </div>
        {children}
      </div>
      <nav aria-label="On this page" className="border-t border-paper/25">
        <ol className="page grid sm:grid-cols-2 lg:grid-cols-4">
          {index.map(({ label, href }, position) => (
            <li
              key={href}
              className="border-t border-paper/25 first:border-t-0 sm:nth-[2]:border-t-0 lg:(border-t-0 not-first:border-l not-first:pl-5)"
            >
              <a href={href} className="flex min-h-14 items-center gap-4 py-3 underline-offset-5 hover:underline lg:min-h-18">
                <Ordinal number={position + 1} className="text-lichen" />
                <span className="leading-snug">{label}</span>
              </a>
            </li>
          ))}
        </ol>
      </nav>
    </section>
  );
}
