import { company } from '#server/company.ts';
import * as words from '#shared/content/blockchain.ts';
import { ledger } from '#shared/content/ledger.ts';
import { ContentPage } from '#src/pages/_components/content-page.tsx';
import { factsOfSteps } from '#src/pages/_components/facts-of-steps.tsx';
import { Way } from '#src/ui/charts.tsx';
import { FactList } from '#src/ui/controls/texts.tsx';
import { CardGrid } from '#src/ui/sections/cards.tsx';
import { Drawing, Section } from '#src/ui/sections/frames.tsx';
import { CustodySteps, LedgerList } from '#src/ui/sections/lists.tsx';
import { TableSection } from '#src/ui/sections/word-table.tsx';

export default function BlockchainPage() {
  return (
    <ContentPage path="/blockchain" words={words} aside={<TokenSpecimen />}>
      <LifeLedger />
      <Section>
        <div className="grid md:grid-cols-2">
          <LedgerPage page={words.spread.left} side="left" />
          <LedgerPage page={words.spread.right} side="right" />
        </div>
      </Section>
      <CustodySteps content={words.steps} ground="deep" further={{ ...factsOfSteps(words.steps.steps, 'blockchain'), ...lookUpFact() }} />
      <CardGrid content={words.functionalities(company())} />
      <TableSection content={words.benefits} names="plain" ground="deep" />
      <LedgerList content={words.limits} />
    </ContentPage>
  );
}

/** One credit as a printed label: a guilloche, the amount and its identifiers. */
function TokenSpecimen() {
  const { value, unit, rows, caption } = words.token;
  return (
    <figure className="w-full max-w-[26rem] lg:w-[23rem]">
      <div className="border border-ink bg-paper-bright">
        <div className="relative grid place-items-center border-b border-ink">
          <Drawing name="token" size={[1000, 960]} isAboveFold />
          <p className="absolute text-center">
            <span className="block font-display text-[4rem] leading-none">{value}</span>
            <span className="figure text-[0.8125rem]">{unit}</span>
          </p>
        </div>
        <FactList
          look={{ row: 'border-rule px-4 py-2.5 even:border-l nth-[n+3]:border-t', name: 'label', value: 'figure text-[0.9375rem]' }}
          className="grid grid-cols-2"
          facts={rows.map(({ label, value }) => [label, value])}
        />
      </div>
      <figcaption className="mt-2.5 text-[0.8125rem] text-ink-faint">{caption}</figcaption>
    </figure>
  );
}

/** The entries of one invented credit. */
function LifeLedger() {
  const { lanes, labels, entries, caption } = words.life;
  const factsOf = ({ holder, record }: words.LifeEntry) => [[labels.holder, holder] as const, [labels.record, record] as const];
  return (
    <Section id="life" ground="canopy" heading={words.life}>
      <Way lanes={lanes} steps={entries.map((entry) => ({ ...entry, facts: factsOf(entry) }))} caption={caption} className="mt-12" />
    </Section>
  );
}

/** One of two facing ledger pages. Its title and its four items stand in the same rows as those of the other page. */
function LedgerPage({ page, side }: { page: words.SpreadPage; side: keyof typeof sides }) {
  const { ground, rule, body, line } = sides[side];
  return (
    <div className={`border px-6 py-9 md:(grid row-span-5 grid-rows-subgrid px-10 py-12) lg:px-14 ${ground}`}>
      <div className="pb-8">
        <h2 className="display-2">{page.title}</h2>
        <p className={`mt-4 font-display text-[1.25rem] leading-[1.3] md:text-[1.375rem] ${line}`}>{page.line}</p>
      </div>
      <ul className="md:(grid row-span-4 grid-rows-subgrid)">
        {page.items.map((item) => (
          <li key={item.title} className={`border-t py-5 ${rule}`}>
            <h3 className="font-semibold">{item.title}</h3>
            <p className={`mt-1.5 text-pretty leading-[1.55] ${body}`}>{item.body}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

const sides = {
  left: { ground: 'border-rule bg-paper-bright', rule: 'border-rule', body: 'text-ink-soft', line: 'text-clay' },
  right: { ground: 'border-canopy bg-canopy text-paper', rule: 'border-paper/30', body: 'text-canopy-mist', line: 'text-lichen' },
};

/** Where anyone can verify a credit, as a fact of the last step: the record and, if its address is set, the chain's explorer. */
function lookUpFact() {
  const { chainExplorerUrl } = company();
  const links = [ledger.record, ...(chainExplorerUrl ? [{ label: ledger.explorer, href: chainExplorerUrl }] : [])];
  const value = links.map(({ label, href }) => (
    <a key={href} href={href} className="block min-h-6 w-fit underline underline-offset-4">
      {label}
    </a>
  ));
  return { 'public-verification': { label: ledger.lookUp, value } } satisfies Partial<
    Record<(typeof words.steps.steps)[number]['id'], unknown>
  >;
}
