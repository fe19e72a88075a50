import * as words from '#shared/content/puro-earth.ts';
import { ContentPage } from '#src/pages/_components/content-page.tsx';
import { Seal } from '#src/pages/_components/standards.tsx';
import { Ordinal } from '#src/ui/controls/texts.tsx';
import { Drawing, SectionHeading } from '#src/ui/sections/frames.tsx';
import { LedgerList } from '#src/ui/sections/lists.tsx';
import { EditorialSplit } from '#src/ui/sections/reading.tsx';
import { TableSection } from '#src/ui/sections/word-table.tsx';

export default function PuroEarthPage() {
  return (
    <ContentPage path="/puro-earth" words={words} aside={<DurabilityPlate />}>
      <StrataSteps />
      <LedgerList content={words.benefits} />
      <TableSection content={words.comparison} ground="deep" />
      <EditorialSplit content={words.partner} />
    </ContentPage>
  );
}

/** One large number on a dark background. */
function DurabilityPlate() {
  const { label, value, unit, note } = words.durability;
  return (
    <div className="relative isolate w-full overflow-clip bg-[#1D1B18] px-7 pt-8 pb-7 text-paper lg:w-[min(25rem,34vw)]">
      <Seal standard="puro-earth" isOnDark isAboveFold className="absolute grid -top-8 -right-8 -z-1 size-48 opacity-45" />
      <dl>
        <dt className="eyebrow text-[#E0B769]">{label}</dt>
        <dd className="mt-24 flex flex-wrap items-baseline gap-3">
          <span className="font-display text-[5.5rem] leading-[0.85] tracking-[-0.03em] md:text-[7rem]">{value}</span>
          <span className="font-mono text-[1rem]">{unit}</span>
        </dd>
        <dd className="mt-6 border-t border-paper/30 pt-4 text-[0.9375rem] leading-[1.55] text-paper/85">{note}</dd>
      </dl>
    </div>
  );
}

/** Steps as layers of soil, darker towards the bottom. */
function StrataSteps() {
  return (
    <section className="pt-16 md:pt-24">
      <div className="page pb-24 md:pb-32">
        <SectionHeading content={words.strata} />
      </div>
      <ol>
        {words.strata.layers.map((layer, index) => {
          const colours = layerColours[index];
          return (
            <li key={layer.title} className={`relative pb-24 md:pb-28 ${colours?.ground} ${colours?.text}`}>
              <Drawing
                name={`strata/edge-${index + 1}`}
                size={[1200, 60]}
                className="absolute inset-x-0 bottom-full h-8 w-full translate-y-px md:h-14"
              />
              {index > 0 && (
                <Drawing
                  name={`strata/flecks-${index + 1}`}
                  size={[1200, 100]}
                  className="absolute inset-x-0 bottom-0 h-24 w-full object-cover object-bottom md:h-28"
                />
              )}
              <div className="page relative grid gap-x-10 gap-y-3 pt-5 md:grid-cols-[5rem_minmax(0,14rem)_minmax(0,1fr)] lg:grid-cols-[6rem_minmax(0,18rem)_minmax(0,30rem)_minmax(0,15rem)]">
                <Ordinal number={index + 1} look="large" className="text-[2.5rem] leading-[0.9] opacity-90 md:text-[3.5rem]" />
                <h3 className="font-display text-[1.75rem] leading-[1.1] md:text-[2.25rem]">{layer.title}</h3>
                <p className="copy text-[1.0625rem]">{layer.body}</p>
                <p
                  className={`self-start border-t pt-2.5 font-mono text-[0.8125rem] leading-[1.5] md:col-start-3 lg:col-start-auto ${colours?.proof}`}
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

type OneForEach<Layers> = { [Index in keyof Layers]: Record<'ground' | 'text' | 'proof', string> };

/** The colours of the layers, from dry straw at the top to char at the bottom: as many as there are words and drawings. */
const layerColours: OneForEach<typeof words.strata.layers> = [
  { ground: 'bg-[#E7D9BC]', text: 'text-ink', proof: 'border-ink/40' },
  { ground: 'bg-[#CDB48A]', text: 'text-ink', proof: 'border-ink/50' },
  { ground: 'bg-[#7A5836]', text: 'text-paper', proof: 'border-paper/50' },
  { ground: 'bg-[#4A3828]', text: 'text-paper', proof: 'border-paper/40' },
  { ground: 'bg-[#1D1B18]', text: 'text-paper', proof: 'border-paper/40' },
];
