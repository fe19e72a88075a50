import type { ReactNode } from 'react';
import type { Hero, Link } from '#src/content/types.ts';
import { Actions } from '#src/ui/controls/action-button.tsx';

type MapHeroProps = {
  content: Hero;
  /** The parent page. */
  parent: Link;
  /** The map beside the title, or below it on a phone. */
  map: ReactNode;
  /** Full-width content below both. */
  children?: ReactNode;
};

/** A hero on a dark background, with a map. */
export function MapHero({ content, parent, map, children }: MapHeroProps) {
  return (
    <section className="bg-canopy-deep pb-14 text-paper md:pb-20">
      <div className="page grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_27rem]">
        <div className="pt-8 md:pt-14">
          <nav aria-label="Breadcrumb">
            <a href={parent.href} className="inline-flex min-h-11 items-center gap-2 text-canopy-mist underline-offset-5 hover:underline">
              <span aria-hidden="true">←</span> {parent.label}
            </a>
          </nav>
          <p className="eyebrow mt-6 mb-5 text-lichen md:mt-14">{content.eyebrow}</p>
          <h1 className="display-1 max-w-[7em] lg:max-w-[6.4em]">{content.title}</h1>
          <p className="lede mt-6 mb-8 text-paper/90">{content.lede}</p>
          <Actions actions={content.actions} />
        </div>
        {map}
      </div>
      {children}
    </section>
  );
}
