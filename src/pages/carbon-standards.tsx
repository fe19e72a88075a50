import { checklist, closing, comparison, entries, faq, hero, meta, seals } from '#src/content/carbon-standards.ts';
import { ChecklistRows, SealRow, StandardEntries, StandardsTable } from '#src/ui/routes/carbon-standards.tsx';
import { ClosingCall } from '#src/ui/sections/closing-call.tsx';
import { FaqList } from '#src/ui/sections/faq-list.tsx';
import { PageHero } from '#src/ui/sections/page-hero.tsx';
import { PageHead } from './_components/page-head.tsx';

export default function CarbonStandardsPage() {
  return (
    <>
      <PageHead meta={meta} path="/carbon-standards" faq={faq} />
      <PageHero content={hero} aside={<SealRow standards={seals} />} />
      <StandardsTable content={comparison} />
      <StandardEntries content={entries} />
      <ChecklistRows content={checklist} id="checklist" />
      <FaqList content={faq} />
      <ClosingCall content={closing} />
    </>
  );
}
