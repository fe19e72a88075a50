import type { TokenLabel } from '#src/content/types.ts';
import { contourRings } from '#src/lib/contour-rings.ts';

const radii = Array.from({ length: 15 }, (_, index) => 176 + index * 18.5);
const rosette = ['a', 'b'].flatMap((seed) => contourRings({ seed: `rosette-${seed}`, centre: [500, 500], radii, wobble: 0.12 }));

/** One credit as a printed label: a rosette that is hard to copy, the amount, and what identifies it. */
export function TokenSpecimen({ content }: { content: TokenLabel }) {
  return (
    <figure className="w-full max-w-[26rem] lg:w-[23rem]">
      <div className="border border-ink bg-paper-bright">
        <div className="relative grid place-items-center border-b border-ink">
          <svg viewBox="0 20 1000 960" aria-hidden="true" fill="none" className="h-auto w-full">
            {rosette.map((ring, index) => (
              <path key={ring} d={ring} strokeWidth="2" className={index < radii.length ? 'stroke-canopy/70' : 'stroke-clay/60'} />
            ))}
          </svg>
          <p className="absolute text-center">
            <span className="block font-display text-[4rem] leading-none">{content.value}</span>
            <span className="figure text-[0.8125rem]">{content.unit}</span>
          </p>
        </div>
        <dl className="grid grid-cols-2">
          {content.rows.map(({ label, value }) => (
            <div key={label} className="border-rule px-4 py-2.5 even:border-l nth-[n+3]:border-t">
              <dt className="label">{label}</dt>
              <dd className="figure text-[0.9375rem]">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <figcaption className="mt-2.5 text-[0.8125rem] text-ink-faint">{content.caption}</figcaption>
    </figure>
  );
}
