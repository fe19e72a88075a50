import { contourRings } from '#src/art/contour-rings.ts';
import type { Figure, Hero } from '#src/content/types.ts';
import { Actions } from '#src/ui/controls/action-button.tsx';
import { FigureStrip } from '#src/ui/sections/figure-strip.tsx';

type RingHeroProps = { content: Hero; figures: Figure[] };

const radii = [34, 74, 132, 178, 240, 296, 338, 402, 462, 510, 576, 640, 690, 752, 820, 872, 930];
const rings = contourRings({ seed: 'carma', centre: [1000, 1000], radii, wobble: 0.11 });
/** The ring that is drawn in lichen. */
const marked = 10;

/** A dark hero: growth rings, one sentence and figures. */
export function RingHero({ content, figures }: RingHeroProps) {
  return (
    <section className="relative isolate overflow-hidden bg-canopy-deep text-paper">
      <svg
        viewBox="0 0 2000 2000"
        aria-hidden="true"
        className="pointer-events-none absolute -right-42 -top-46 -z-1 size-96 [mask-image:radial-gradient(closest-side,#000_56%,transparent_74%)] md:(-right-72 -top-40 size-[58rem])"
      >
        {rings.map((ring, index) => (
          <path
            key={ring}
            d={ring}
            fill="none"
            strokeWidth={index === marked ? 7 : index % 3 === 0 ? 5 : 3}
            className={index === marked ? 'stroke-lichen' : index % 3 === 0 ? 'stroke-canopy-mist/45' : 'stroke-canopy-mist/25'}
          />
        ))}
      </svg>
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
