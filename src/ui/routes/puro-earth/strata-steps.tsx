import { between, createRandom } from '#src/art/landscape/random.ts';
import { wave } from '#src/art/wave.ts';
import type { Strata } from '#src/content/puro-earth.ts';
import { SectionHeading } from '#src/ui/sections/section.tsx';

/** Layer styles from dry straw to char, top to bottom. Further layers repeat the last. */
const layers = [
  { ground: 'bg-[#E7D9BC]', edge: 'fill-[#E7D9BC]', text: 'text-ink', proof: 'border-ink/40', flecks: '' },
  { ground: 'bg-[#CDB48A]', edge: 'fill-[#CDB48A]', text: 'text-ink', proof: 'border-ink/50', flecks: 'stroke-[#6E4A26]' },
  { ground: 'bg-[#7A5836]', edge: 'fill-[#7A5836]', text: 'text-paper', proof: 'border-paper/50', flecks: 'stroke-[#2B2520]' },
  { ground: 'bg-[#4A3828]', edge: 'fill-[#4A3828]', text: 'text-paper', proof: 'border-paper/40', flecks: 'stroke-[#C9993F]' },
  { ground: 'bg-[#1D1B18]', edge: 'fill-[#1D1B18]', text: 'text-paper', proof: 'border-paper/40', flecks: 'stroke-[#D9A441]' },
] as const;
const lowest = layers[layers.length - 1] ?? layers[0];

/** Steps as layers of soil, darker towards the bottom. */
export function StrataSteps({ content }: { content: Strata }) {
  return (
    <section className="pt-16 md:pt-24">
      <div className="page pb-24 md:pb-32">
        <SectionHeading title={content.title} intro={content.intro} />
      </div>
      <ol>
        {content.layers.map((layer, index) => {
          const colours = layers[index] ?? lowest;
          return (
            <li key={layer.title} className={`relative pb-24 md:pb-28 ${colours.ground} ${colours.text}`}>
              <svg
                viewBox="0 0 1200 60"
                preserveAspectRatio="none"
                aria-hidden="true"
                className={`absolute inset-x-0 bottom-full h-8 w-full translate-y-px md:h-14 ${colours.edge}`}
              >
                <path d={wave(index)} />
              </svg>
              {colours.flecks && (
                <svg
                  viewBox="0 0 1200 100"
                  preserveAspectRatio="xMidYMax slice"
                  aria-hidden="true"
                  className="absolute inset-x-0 bottom-0 h-24 w-full md:h-28"
                >
                  <path d={flecks(index)} fill="none" strokeWidth="2.5" className={colours.flecks} />
                </svg>
              )}
              <div className="page relative grid gap-x-10 gap-y-3 pt-5 md:grid-cols-[5rem_minmax(0,14rem)_minmax(0,1fr)] lg:grid-cols-[6rem_minmax(0,18rem)_minmax(0,30rem)_minmax(0,15rem)]">
                <span aria-hidden="true" className="font-display text-[2.5rem] leading-[0.9] opacity-90 md:text-[3.5rem]">
                  {index + 1}
                </span>
                <h3 className="font-display text-[1.75rem] leading-[1.1] md:text-[2.25rem]">{layer.title}</h3>
                <p className="copy text-[1.0625rem]">{layer.body}</p>
                <p
                  className={`self-start border-t pt-2.5 font-mono text-[0.8125rem] leading-[1.5] md:col-start-3 lg:col-start-auto ${colours.proof}`}
                >
                  {layer.proof}
                </p>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Returns small horizontal strokes along the bottom of a layer, denser in deeper layers. */
function flecks(layer: number): string {
  const random = createRandom(`layer ${layer}`);
  return Array.from({ length: 10 + layer * 22 }, () => {
    const depth = Math.sqrt(random());
    return `M${Math.round(random() * 1200)} ${Math.round(depth * 96)}h${Math.round(between(random, 4, 13))}`;
  }).join('');
}
