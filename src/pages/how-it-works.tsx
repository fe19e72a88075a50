import { buyingTerms } from '#server/company.ts';
import { terms } from '#src/content/buying-terms.ts';
import { closing, differentiators, faq, file, hero, meta, proof, recordedAs, route, steps } from '#src/content/how-it-works.ts';
import { RouteMap } from '#src/ui/routes/how-it-works.tsx';
import { BuyingTermsList } from '#src/ui/sections/buying-terms-list.tsx';
import { ClosingCall } from '#src/ui/sections/closing-call.tsx';
import { CustodySteps } from '#src/ui/sections/custody-steps.tsx';
import { EvidenceTrio } from '#src/ui/sections/evidence-trio.tsx';
import { FaqList } from '#src/ui/sections/faq-list.tsx';
import { NoteLine } from '#src/ui/sections/note-line.tsx';
import { PageHero } from '#src/ui/sections/page-hero.tsx';
import { Section } from '#src/ui/sections/section.tsx';
import { TableSection } from '#src/ui/sections/word-table.tsx';
import { factsOfSteps } from './_components/facts-of-steps.tsx';
import { PageHead } from './_components/page-head.tsx';

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
