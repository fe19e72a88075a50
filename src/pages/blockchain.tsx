import { company } from '#server/company.ts';
import {
  benefits,
  closing,
  functionalities,
  hero,
  life,
  limits,
  meta,
  proof,
  recordedAs,
  spread,
  steps,
  token,
} from '#src/content/blockchain.ts';
import { FacingPages } from '#src/ui/routes/blockchain/facing-pages.tsx';
import { LifeLedger } from '#src/ui/routes/blockchain/life-ledger.tsx';
import { TokenSpecimen } from '#src/ui/routes/blockchain/token-specimen.tsx';
import { CardGrid } from '#src/ui/sections/card-grid.tsx';
import { ClosingCall } from '#src/ui/sections/closing-call.tsx';
import { CustodySteps } from '#src/ui/sections/custody-steps.tsx';
import { LedgerList } from '#src/ui/sections/ledger-list.tsx';
import { NoteLine } from '#src/ui/sections/note-line.tsx';
import { PageHero } from '#src/ui/sections/page-hero.tsx';
import { TableSection } from '#src/ui/sections/table-section.tsx';
import { factsOfSteps } from './_components/facts-of-steps.tsx';
import { PageHead } from './_components/page-head.tsx';

export default function BlockchainPage() {
  return (
    <>
      <PageHead meta={meta} path="/blockchain" />
      <PageHero content={hero} aside={<TokenSpecimen content={token} />} />
      <LifeLedger content={life} id="life" />
      <FacingPages content={spread} />
      <CustodySteps content={steps} ground="deep" further={factsOfSteps(recordedAs, 'blockchain')} />
      <CardGrid content={functionalities(company())} />
      <TableSection content={benefits} ground="deep" />
      <LedgerList content={limits} />
      <NoteLine content={proof} />
      <ClosingCall content={closing} />
    </>
  );
}
