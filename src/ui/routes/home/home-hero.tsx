import type { ReactNode } from 'react';
import type { Figure, Hero } from '#src/content/types.ts';
import { Actions } from '#src/ui/controls/action-button.tsx';
import { FigureStrip } from '#src/ui/sections/figure-strip.tsx';

/** `children`: what is on sale now. */
type HomeHeroProps = { content: Hero; figures: Figure[]; children?: ReactNode };

/** The hero of the home page: contour lines under the header, the claim, actions and four figures. */
export function HomeHero({ content, figures, children }: HomeHeroProps) {
  return (
    <section className="hero-under-header relative isolate overflow-hidden bg-canopy-deep text-paper">
      {/* The hero is aligned at its bottom, so it would move if it were painted before all of it has arrived. */}
      <link rel="expect" href="#hero-end" blocking="render" />
      <picture>
        <source media="(max-width: 48rem)" srcSet="/pictures/hero/tall.svg" width="750" height="1100" />
        <img
          src="/pictures/hero/wide.svg"
          alt=""
          width="1600"
          height="1000"
          fetchPriority="low"
          className="absolute inset-0 -z-1 h-full w-full object-cover"
        />
      </picture>
      <div className="page flex min-h-svh flex-col justify-end pt-24 md:(min-h-[min(54.5rem,100svh)] pt-32)">
        <h1 className="display-1 max-w-[7em] lg:max-w-[6.4em] break-words">{content.title}</h1>
        <p className="lede mt-5 mb-8 text-paper/90 md:mt-7">{content.lede}</p>
        <Actions actions={content.actions} />
        {children}
        <div className="mt-8 md:mt-12">{figures.length > 0 && <FigureStrip figures={figures} onDark />}</div>
      </div>
      {/* Browsers paint once this has begun. */}
      <span id="hero-end" />
    </section>
  );
}
