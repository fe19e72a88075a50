import { buyingTerms } from '#server/company.ts';
import { terms } from '#shared/content/buying-terms.ts';
import { closing, differentiators, faq, file, hero, meta, proof, recordedAs, route, steps } from '#shared/content/how-it-works.ts';
import type { Contents } from '#shared/content/types.ts';
import { factsOfSteps } from '#src/pages/_components/facts-of-steps.tsx';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { EvidenceTrio } from '#src/ui/sections/cards.tsx';
import { ClosingCall, FaqList, NoteLine, PageHero, Section } from '#src/ui/sections/frames.tsx';
import { BuyingTermsList, CustodySteps } from '#src/ui/sections/lists.tsx';
import { TableSection } from '#src/ui/sections/word-table.tsx';

export default function HowItWorksPage() {
  return (
    <>
      <PageHead meta={meta} path="/how-it-works" faq={faq} />
      <PageHero content={hero} aside={<RouteMap content={route} />} />
      <EvidenceTrio content={differentiators} ground="canopy" />
      <CustodySteps content={steps} further={factsOfSteps(recordedAs, 'how-it-works')} />
      <TableSection content={file} ground="deep" />
      <Section id="terms">
        <h2 className="display-2 mb-8">{terms.title}</h2>
        <BuyingTermsList given={buyingTerms()} terms={terms} />
      </Section>
      <FaqList content={faq} />
      <NoteLine content={proof} />
      <ClosingCall content={closing} />
    </>
  );
}

/** The stations' positions, in units of the drawing. */
const stations = [
  [250, 610],
  [330, 360],
  [590, 440],
  [760, 190],
] as const;

/** A drawn route over hills, with a numbered stop for each link. */
function RouteMap({ content }: { content: Contents }) {
  return (
    <nav aria-label={content.title} className="w-full max-w-[34rem] border border-ink bg-paper-bright lg:w-[27rem]">
      <div className="relative hidden border-b border-ink sm:block">
        <img src="/pictures/route-hills.svg" alt="" width="1000" height="800" fetchPriority="low" className="h-auto w-full" />
        <svg viewBox="0 0 1000 800" aria-hidden="true" className="absolute inset-0 size-full">
          {stations.map(([x, y], index) => (
            <g key={x}>
              <circle cx={x} cy={y} r="38" strokeWidth="3" className={index === 3 ? 'fill-lichen stroke-ink' : 'fill-paper stroke-ink'} />
              <text x={x} y={y + 13} textAnchor="middle" className="fill-ink font-mono text-[38px]">
                {index + 1}
              </text>
            </g>
          ))}
        </svg>
      </div>
      <ol className="-mt-px grid px-5 sm:(grid-cols-2 gap-x-6) lg:(grid-cols-1 gap-x-0)">
        {content.links.map((link, index) => (
          <li key={link.href} className="border-t border-rule">
            <a href={link.href} className="flex min-h-12 items-center gap-4 py-1.5 decoration-1 underline-offset-5 hover:underline">
              <span aria-hidden="true" className="figure text-[0.8125rem] text-clay">
                {index + 1}
              </span>
              {link.label}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
