import { closing, halves, hero, meta, questions, signatures, six } from '#src/content/standards.ts';
import { SignatureChain, StandardCards } from '#src/ui/routes/standards.tsx';
import { ClosingCall } from '#src/ui/sections/closing-call.tsx';
import { EditorialSplit } from '#src/ui/sections/editorial-split.tsx';
import { LedgerList } from '#src/ui/sections/ledger-list.tsx';
import { PageHero } from '#src/ui/sections/page-hero.tsx';
import { PageHead } from './_components/page-head.tsx';

export default function StandardsPage() {
  return (
    <>
      <PageHead meta={meta} path="/standards" />
      <PageHero content={hero} aside={<SignatureChain content={signatures} />} />
      <StandardCards content={six} />
      <EditorialSplit content={halves} ground="canopy" />
      <LedgerList content={questions} />
      <ClosingCall content={closing} />
    </>
  );
}
