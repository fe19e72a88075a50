import { buyingTerms } from '#server/company.ts';
import { terms } from '#shared/content/buying-terms.ts';
import * as words from '#shared/content/how-it-works.ts';
import { ContentPage } from '#src/pages/_components/content-page.tsx';
import { factsOfSteps } from '#src/pages/_components/facts-of-steps.tsx';
import { LinkList } from '#src/ui/controls/links.tsx';
import { Ordinal } from '#src/ui/controls/texts.tsx';
import { EvidenceTrio } from '#src/ui/sections/cards.tsx';
import { Drawing, Section } from '#src/ui/sections/frames.tsx';
import { BuyingTermsList, CustodySteps } from '#src/ui/sections/lists.tsx';
import { TableSection } from '#src/ui/sections/word-table.tsx';

export default function HowItWorksPage() {
  return (
    <ContentPage path="/how-it-works" words={words} aside={<RouteMap />}>
      <EvidenceTrio content={words.differentiators} ground="canopy" />
      <CustodySteps content={words.steps} further={factsOfSteps(words.steps.steps, 'how-it-works')} />
      <TableSection content={words.file} names="plain" ground="deep" />
      <Section id="terms">
        <h2 className="display-2 mb-8">{terms.title}</h2>
        <BuyingTermsList given={buyingTerms()} isWhole />
      </Section>
    </ContentPage>
  );
}

/** The stations' positions, in units of the drawing: one for each link. */
const stations = [
  [250, 610],
  [330, 360],
  [590, 440],
  [760, 190],
] as const satisfies { length: (typeof words.steps.steps)['length'] };

/** A drawn route over hills, with a numbered stop for each link. */
function RouteMap() {
  const { title, links } = words.route;
  return (
    <nav aria-label={title} className="w-full max-w-[34rem] border border-ink bg-paper-bright lg:w-[27rem]">
      <div className="relative border-b border-ink">
        <Drawing name="route-hills" size={[1000, 800]} isAboveFold />
        <svg viewBox="0 0 1000 800" aria-hidden="true" className="absolute inset-0 size-full">
          {stations.map(([x, y], index) => (
            <g key={x}>
              <circle
                cx={x}
                cy={y}
                r="38"
                strokeWidth="3"
                className={index === stations.length - 1 ? 'fill-lichen stroke-ink' : 'fill-paper stroke-ink'}
              />
              <text x={x} y={y + 13} textAnchor="middle" className="fill-ink font-mono text-[38px]">
                {index + 1}
              </text>
            </g>
          ))}
        </svg>
      </div>
      <LinkList
        as="ol"
        links={links}
        mark={(index) => <Ordinal number={index + 1} look="plain" className="text-clay" />}
        className="-mt-px grid px-5 sm:(grid-cols-2 gap-x-6) lg:(grid-cols-1 gap-x-0)"
        itemClass="border-t border-rule"
        linkClass="flex min-h-12 items-center gap-4 py-1.5 decoration-1 underline-offset-5 hover:underline"
      />
    </nav>
  );
}
