import type { PixelStudy as PixelStudyContent } from '#src/content/types.ts';
import { dots } from '#src/lib/landscape/paths.ts';
import { createPlot, type GroundClass, groundClasses, type Plot, pixelPaths, plotSide } from '#src/lib/plot-scene.ts';
import { Section } from '../section.tsx';

type Scene = { plot: Plot; pixels: Record<30 | 10 | 3, Partial<Record<GroundClass, string>>>; crowns: { radius: number; path: string }[] };

let drawn: Scene | undefined;

/** Drawn at the first need, then kept: a start of the site loads every page, and must not wait for it. */
function scene(): Scene {
  drawn ??= draw(createPlot('plot-upland'));
  return drawn;
}

function draw(plot: Plot): Scene {
  const pixels = { 30: pixelPaths(plot, 30), 10: pixelPaths(plot, 10), 3: pixelPaths(plot, 3) };
  // Crowns as dots of a few sizes, in tenths of a metre: a path for each size instead of a circle for each crown.
  const crowns = [...Map.groupBy(plot.crowns, ({ radius }) => 4 * Math.round(radius * 2.5))].map(([radius, group]) => ({
    radius,
    path: dots(group.map(({ x, y }): [number, number] => [Math.round(x * 10), Math.round(y * 10)])),
  }));
  return { plot, pixels, crowns };
}

const colours: Record<GroundClass, string> = {
  water: 'fill-tide',
  open: 'fill-paper-bright',
  sparse: 'fill-canopy-mist',
  half: 'fill-[#8DAE8F]',
  dense: 'fill-[#4C7F5E]',
  closed: 'fill-canopy',
};

/** Running text, and the same ground as sensors of several sharpnesses see it. */
export function PixelStudy({ content, id }: { content: PixelStudyContent; id?: string }) {
  return (
    <Section id={id} ground="deep">
      <p className="eyebrow mb-5 text-canopy">{content.eyebrow}</p>
      <h2 className="display-2 max-w-[20ch] lg:text-[3.75rem]">{content.title}</h2>
      <div className="mt-8 grid gap-x-10 gap-y-5 text-[1.0625rem] text-ink-soft lg:grid-cols-3">
        {content.paragraphs.map((paragraph) => (
          <p key={paragraph} className="copy">
            {paragraph}
          </p>
        ))}
      </div>
      <figure className="mt-12">
        <ol className="grid grid-cols-2 gap-x-5 gap-y-8 lg:grid-cols-4">
          {content.views.map(({ pixel, title, note }) => (
            <li key={title}>
              <svg viewBox={`0 0 ${plotSide} ${plotSide}`} aria-hidden="true" shapeRendering="crispEdges" className="block h-auto w-full">
                {pixel === 0 ? <Ground /> : <Pixels of={pixel} />}
              </svg>
              <h3 className="display-3 mt-3">{title}</h3>
              <p className="mt-1 text-[0.9375rem] leading-[1.5] text-ink-soft">{note}</p>
            </li>
          ))}
        </ol>
        <figcaption className="mt-6 border-t border-rule-strong pt-3 text-[0.875rem] text-ink-soft">{content.caption}</figcaption>
      </figure>
    </Section>
  );
}

function Pixels({ of }: { of: 30 | 10 | 3 }) {
  const { pixels } = scene();
  return groundClasses.map((kind) => pixels[of][kind] && <path key={kind} d={pixels[of][kind]} className={colours[kind]} />);
}

function Ground() {
  const { plot, crowns } = scene();
  return (
    <g shapeRendering="geometricPrecision" transform="scale(0.1)" fill="none" strokeLinecap="round">
      <path d={`M0 0h${plotSide * 10}v${plotSide * 10}h-${plotSide * 10}z`} className="fill-paper-bright" />
      <circle cx={plot.pond.x * 10} cy={plot.pond.y * 10} r={plot.pond.radius * 10} className="fill-tide" />
      {crowns.map(({ radius, path }) => (
        <g key={radius}>
          <path d={path} strokeWidth={2 * radius + 5} className="stroke-paper-bright" />
          <path d={path} strokeWidth={2 * radius} className="stroke-canopy" />
        </g>
      ))}
    </g>
  );
}
