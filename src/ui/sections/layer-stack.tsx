import type { GroundLayer, GroundLayers } from '#src/content/types.ts';
import { drawLayerSheets, sheetSize } from '#src/lib/layer-sheets.ts';
import { Section, SectionHeading } from '../section.tsx';

const sheets = drawLayerSheets('upland');

/** Each sheet is laid down in this projection, and lies so far above the next. */
const lying = 'matrix(0.82 0.4 -0.82 0.4';
const rise = 218;
const width = 1.64 * sheetSize;

/** Several layers of one piece of ground as sheets over each other, and what each shows and cannot show. */
export function LayerStack({ content, id }: { content: GroundLayers; id?: string }) {
  const height = 0.8 * sheetSize + rise * (content.layers.length - 1);
  return (
    <Section id={id}>
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
        <div className="lg:order-2">
          <SectionHeading eyebrow={content.eyebrow} title={content.title} intro={content.intro} />
          <ol className="mt-10 border-b border-rule">
            {content.layers.map((layer, index) => (
              <li key={layer.title} className="border-t border-rule py-5 first:border-ink">
                <h3 className="display-3 flex items-baseline gap-4">
                  <span aria-hidden="true" className="figure text-[0.8125rem] tracking-normal text-clay">
                    {letter(index)}
                  </span>
                  {layer.title}
                </h3>
                <dl className="mt-2.5 grid gap-x-4 gap-y-1 leading-[1.5] sm:grid-cols-[7.5rem_minmax(0,1fr)]">
                  <dt className="label sm:pt-1">{content.labels.shows}</dt>
                  <dd>{layer.shows}</dd>
                  <dt className="label sm:pt-1">{content.labels.limit}</dt>
                  <dd className="text-ink-soft">{layer.limit}</dd>
                </dl>
              </li>
            ))}
          </ol>
        </div>
        <figure className="self-center lg:(sticky top-28)">
          <svg viewBox={`-4 -4 ${width + 8} ${height + 8}`} aria-hidden="true" fill="none" className="h-auto w-full overflow-visible">
            {content.layers.toReversed().map((layer, fromBelow) => {
              const index = content.layers.length - 1 - fromBelow;
              return (
                <g key={layer.sheet}>
                  <g transform={`${lying} ${width / 2} ${index * rise})`}>
                    <path d={`M0 0h${sheetSize}v${sheetSize}h-${sheetSize}z`} className="fill-paper-bright" />
                    <Drawing sheet={layer.sheet} />
                    <path d={`M0 0h${sheetSize}v${sheetSize}h-${sheetSize}z`} strokeWidth="2" className="stroke-ink" />
                  </g>
                  <text x="8" y={index * rise + 0.4 * sheetSize - 46} fontSize="30" className="fill-clay font-mono">
                    {letter(index)}
                  </text>
                </g>
              );
            })}
          </svg>
          <figcaption className="mt-5 text-[0.875rem] text-ink-soft">{content.caption}</figcaption>
        </figure>
      </div>
    </Section>
  );
}

function letter(index: number): string {
  return String.fromCharCode(65 + index);
}

function Drawing({ sheet }: { sheet: GroundLayer['sheet'] }) {
  const { contours, cover, canopy, water, sites } = sheets;
  if (sheet === 'cover') {
    return (
      <>
        <path d={cover.marsh} className="fill-tide-soft" />
        <path d={cover.grass} className="fill-lichen-soft" />
        <path d={cover.scrub} className="fill-canopy-mist" />
        <path d={cover.wood} className="fill-[#8DAE8F]" />
      </>
    );
  }
  return (
    <>
      <path d={contours} strokeWidth="1.5" className="stroke-rule" />
      {sheet === 'canopy' && <path d={canopy} strokeWidth="11" strokeLinecap="round" className="stroke-canopy" />}
      {sheet === 'water' && <path d={water.pools} fillRule="evenodd" className="fill-tide" />}
      {sheet === 'water' && <path d={water.streams} strokeWidth="6" strokeLinecap="round" className="stroke-tide" />}
      {sheet === 'sites' && <path d={water.streams} strokeWidth="3" className="stroke-tide/40" />}
      {sheet === 'sites' &&
        sites.map(([x, y]) => (
          <g key={`${x} ${y}`}>
            <circle cx={x} cy={y} r="27" strokeWidth="3" className="stroke-clay" />
            <circle cx={x} cy={y} r="11" className="fill-clay" />
          </g>
        ))}
    </>
  );
}
