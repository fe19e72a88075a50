import type { ReactNode } from 'react';
import type { Hero } from '#src/content/types.ts';
import { Actions } from '#src/ui/controls/action-button.tsx';

/** `children`: the prices below the actions. */
type HomeHeroProps = { content: Hero; children: ReactNode };

/** The hero of the home page: contour lines under the header, the claim, actions and prices. */
export function HomeHero({ content, children }: HomeHeroProps) {
  return (
    <section className="hero-under-header relative isolate bg-canopy-deep text-paper">
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
          // It goes on under a band above the page, so that it fills the screen: browsers then take it for a background.
          className="absolute inset-x-0 bottom-0 -z-1 h-[calc(100%+9rem)] w-full object-cover object-bottom"
        />
      </picture>
      <div className="page flex min-h-svh flex-col justify-end pt-20 md:(min-h-[min(54.5rem,100svh)] pt-32)">
        <h1 className="display-1 max-w-[7em] lg:max-w-[6.4em] break-words">{content.title}</h1>
        <p className="lede mt-4 mb-6 text-paper/90 max-[24.25rem]:max-w-[20rem] md:(mt-7 mb-8)">{content.lede}</p>
        <Actions actions={content.actions} />
        <div className="mb-10 md:mb-16">{children}</div>
      </div>
      {/* Browsers paint once this has begun. */}
      <span id="hero-end" />
    </section>
  );
}
