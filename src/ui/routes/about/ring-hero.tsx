import type { Figure, Hero } from '#src/content/types.ts';
import { Actions } from '#src/ui/controls/action-button.tsx';
import { FigureStrip } from '#src/ui/sections/figure-strip.tsx';

type RingHeroProps = { content: Hero; figures: Figure[] };

/** A dark hero: growth rings, one sentence and figures. */
export function RingHero({ content, figures }: RingHeroProps) {
  return (
    <section className="relative isolate overflow-hidden bg-canopy-deep text-paper">
      <img
        src="/pictures/rings.svg"
        alt=""
        width="2000"
        height="2000"
        fetchPriority="low"
        className="pointer-events-none absolute -right-42 -top-46 -z-1 size-96 max-w-none [mask-image:radial-gradient(closest-side,#000_56%,transparent_74%)] md:(-right-72 -top-40 size-[58rem])"
      />
      <div className="page pt-14 md:pt-24">
        <p className="eyebrow mb-5 text-lichen">{content.eyebrow}</p>
        <h1 className="display-1 max-w-[10.2em] lg:max-w-[9.3em]">{content.title}</h1>
        <p className="lede mt-6 mb-8 text-paper/90">{content.lede}</p>
        <Actions actions={content.actions} />
        <div className="mt-9 md:mt-24">{figures.length > 0 && <FigureStrip figures={figures} onDark />}</div>
      </div>
    </section>
  );
}
