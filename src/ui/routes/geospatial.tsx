import type { GroundLayers } from '#src/content/geospatial.ts';
import { Section, SectionHeading } from '#src/ui/sections/section.tsx';

/** A stack of map layers, with what each shows. */
export function LayerStack({ content, id }: { content: GroundLayers; id?: string }) {
  return (
    <Section id={id}>
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
        <div className="lg:col-start-2">
          <SectionHeading eyebrow={content.eyebrow} title={content.title} intro={content.intro} />
        </div>
        <figure className="lg:(sticky top-28 col-start-1 row-span-2 row-start-1 self-center)">
          <div className="grid">
            <img src="/pictures/layers.svg" alt="" width="992" height="1142" loading="lazy" className="[grid-area:1/1] h-auto w-full" />
            <svg viewBox="-4 -4 992 1142" aria-hidden="true" className="[grid-area:1/1] h-auto w-full">
              {content.layers.map(({ sheet }, index) => (
                <text key={sheet} x="8" y={194 + 218 * index} fontSize="36" className="fill-clay font-mono">
                  {letter(index)}
                </text>
              ))}
            </svg>
          </div>
          <figcaption className="mt-5 text-[0.875rem] text-ink-soft">{content.caption}</figcaption>
        </figure>
        <div className="lg:(col-start-2 row-start-2)">
          <ol className="border-b border-rule">
            {content.layers.map((layer, index) => (
              <li key={layer.title} className="border-t border-rule py-5 first:border-ink">
                <h3 className="display-3 flex items-baseline gap-4">
                  <span aria-hidden="true" className="figure text-[0.8125rem] tracking-normal text-clay">
                    {letter(index)}
                  </span>
                  {layer.title}
                </h3>
                <p className="mt-2.5 leading-[1.5]">{layer.shows}</p>
              </li>
            ))}
          </ol>
          <p className="mt-4 text-ink-soft">
            {content.limit.text}{' '}
            <a href={content.limit.link.href} className="text-link text-canopy">
              {content.limit.link.label}
            </a>
          </p>
        </div>
      </div>
    </Section>
  );
}

function letter(index: number): string {
  return String.fromCharCode(65 + index);
}
