import * as words from '#shared/content/woodland-carbon.ts';
import { StandardPage } from '#src/pages/_components/standards.tsx';
import { Section } from '#src/ui/sections/frames.tsx';
import { EntryList } from '#src/ui/sections/lists.tsx';
import { EditorialSplit } from '#src/ui/sections/reading.tsx';

export default function WoodlandCarbonPage() {
  return (
    <StandardPage words={words}>
      <GrowthLog />
      <EditorialSplit content={words.claims} />
    </StandardPage>
  );
}

/** The years of the checks: the first after 5 years, then one every ten. A column of the labels is five years wide. */
const checks = [5, 15, 25, 35, 45, 55, 65, 75, 85, 95];

/** The carbon of a planted wood over a hundred years: promised at planting, confirmed at each check. */
function GrowthLog() {
  const content = words.growth;
  return (
    <Section ground="canopy" heading={content}>
      <div aria-hidden="true" className="mt-12">
        <svg aria-hidden="true" viewBox="0 0 1000 300" preserveAspectRatio="none" className="h-56 w-full md:h-80">
          <path d={`${curve}L1000 300L0 300Z`} className="fill-canopy" />
          {checks.map((year, i) => (
            <rect
              key={year}
              x={year * 10}
              y={300 - height(year)}
              width={Math.min(100, 1000 - year * 10)}
              height={height(year)}
              className={i % 2 === 0 ? 'fill-lichen/85' : 'fill-lichen/70'}
            />
          ))}
          <path d={curve} fill="none" strokeWidth="2" strokeDasharray="2 5" vectorEffect="non-scaling-stroke" className="stroke-paper" />
          <path d="M0 299.5H1000" strokeWidth="1" vectorEffect="non-scaling-stroke" className="stroke-paper/60" />
        </svg>
        <div className="grid grid-cols-20 pt-2 font-mono text-[0.75rem] text-canopy-mist md:text-[0.8125rem]">
          {[0, ...checks].map((year) => (
            <span key={year} className="col-span-2 first:col-span-1 last:col-span-1">
              {year}
            </span>
          ))}
        </div>
        <div className="mt-3 flex flex-wrap gap-x-7 gap-y-2 font-mono text-[0.75rem] text-canopy-mist">
          <span>{content.axis}</span>
          <span className="inline-flex items-center gap-2">
            <span className="size-3 bg-lichen/85 [forced-color-adjust:none]" />
            {content.legend.verified}
          </span>
          <span className="inline-flex items-center gap-2">
            <span className="w-5 border-t-2 border-dotted border-paper" />
            {content.legend.pending}
          </span>
        </div>
      </div>
      <div className="mt-14 grid gap-12 xl:(grid-cols-[minmax(0,1fr)_minmax(0,20rem)] gap-20)">
        <EntryList entries={content.stations} look="log" onDark />
        <div className="self-start border-t border-paper/30 pt-5">
          <svg viewBox="0 0 200 40" preserveAspectRatio="xMinYMid" aria-hidden="true" className="h-10 w-full max-w-80">
            {[0, 1, 2, 3, 4].map((unit) => (
              <rect
                key={unit}
                x={unit * 40 + 1}
                y="1"
                width="34"
                height="34"
                strokeWidth="1.5"
                className={unit === 4 ? 'fill-transparent stroke-lichen' : 'fill-lichen stroke-lichen'}
              />
            ))}
          </svg>
          <h3 className="display-3 mt-5">{content.buffer.title}</h3>
          <p className="mt-2.5 leading-[1.6] text-canopy-mist">{content.buffer.body}</p>
        </div>
      </div>
    </Section>
  );
}

/** Returns the share of the wood's carbon at an age, as a height in the drawing: an S-curve. */
function height(year: number): number {
  return Math.round(284 / (1 + Math.exp(-(year - 38) / 13)) - 14);
}

const curve = `M${Array.from({ length: 51 }, (_, i) => `${i * 20} ${300 - height(i * 2)}`).join('L')}`;
