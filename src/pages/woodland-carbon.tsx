import * as words from '#shared/content/woodland-carbon.ts';
import { StandardPage } from '#src/pages/_components/standards.tsx';
import { Drawing, Section } from '#src/ui/sections/frames.tsx';
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

/** The years of the checks in the drawing: the first after 5 years, then one every ten. A column of the labels is five years wide. */
const checks = [5, 15, 25, 35, 45, 55, 65, 75, 85, 95];

/** The carbon of a planted wood over a hundred years: promised at planting, confirmed at each check. */
function GrowthLog() {
  const content = words.growth;
  return (
    <Section ground="canopy" heading={content}>
      <div aria-hidden="true" className="mt-12">
        <Drawing name="growth" size={[1000, 300]} className="h-56 w-full md:h-80" />
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
        <EntryList entries={content.stations} look="log" />
        <div className="self-start border-t border-paper/30 pt-5">
          <Drawing name="buffer" size={[200, 40]} className="h-10 w-full max-w-80" />
          <h3 className="display-3 mt-5">{content.buffer.title}</h3>
          <p className="mt-2.5 leading-[1.6] text-canopy-mist">{content.buffer.body}</p>
        </div>
      </div>
    </Section>
  );
}
