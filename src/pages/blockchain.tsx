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
import { ledger } from '#src/content/ledger.ts';
import type { Company } from '#src/content/types.ts';
import { FacingPages, LifeLedger, TokenSpecimen } from '#src/ui/routes/blockchain.tsx';
import { CardGrid } from '#src/ui/sections/card-grid.tsx';
import { ClosingCall } from '#src/ui/sections/closing-call.tsx';
import { CustodySteps } from '#src/ui/sections/custody-steps.tsx';
import { LedgerList } from '#src/ui/sections/ledger-list.tsx';
import { NoteLine } from '#src/ui/sections/note-line.tsx';
import { PageHero } from '#src/ui/sections/page-hero.tsx';
import { TableSection } from '#src/ui/sections/word-table.tsx';
import { factsOfSteps } from './_components/facts-of-steps.tsx';
import { PageHead } from './_components/page-head.tsx';

export default function BlockchainPage() {
  return (
    <>
      <PageHead meta={meta} path="/blockchain" />
      <PageHero content={hero} aside={<TokenSpecimen content={token} />} />
      <LifeLedger content={life} id="life" />
      <FacingPages content={spread} />
      <CustodySteps content={steps} ground="deep" further={{ ...factsOfSteps(recordedAs, 'blockchain'), ...explorers(company()) }} />
      <CardGrid content={functionalities(company())} />
      <TableSection content={benefits} ground="deep" />
      <LedgerList content={limits} />
      <NoteLine content={proof} />
      <ClosingCall content={closing} />
    </>
  );
}

/** Where anyone can verify a credit, as a fact beside the last step: the record and, if its address is set, the chain's explorer. */
function explorers({ chainExplorerUrl }: Company) {
  const links = [ledger.record, ...(chainExplorerUrl ? [{ label: ledger.explorer, href: chainExplorerUrl }] : [])];
  const value = links.map(({ label, href }) => (
    <a key={href} href={href} className="block min-h-6 w-fit underline underline-offset-4">
      {label}
    </a>
  ));
  return { 'public-verification': { label: ledger.lookUp, value } };
}
