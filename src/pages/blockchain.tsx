import { company } from '#server/company.ts';
import * as words from '#shared/content/blockchain.ts';
import { ledger } from '#shared/content/ledger.ts';
import type { Company } from '#shared/content/types.ts';
import { ContentPage } from '#src/pages/_components/content-page.tsx';
import { factsOfSteps } from '#src/pages/_components/facts-of-steps.tsx';
import { CardGrid } from '#src/ui/sections/cards.tsx';
import { Section } from '#src/ui/sections/frames.tsx';
import { CustodySteps, LedgerList } from '#src/ui/sections/lists.tsx';
import { TableSection } from '#src/ui/sections/word-table.tsx';

export default function BlockchainPage() {
  return (
    <ContentPage path="/blockchain" words={words} aside={<TokenSpecimen />}>
      <LifeLedger />
      <FacingPages />
      <CustodySteps
        content={words.steps}
        ground="deep"
        further={{ ...factsOfSteps(words.recordedAs, 'blockchain'), ...explorers(company()) }}
      />
      <CardGrid content={words.functionalities(company())} />
      <TableSection content={words.benefits} ground="deep" />
      <LedgerList content={words.limits} />
    </ContentPage>
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

/** The entries of one credit, beside a line that runs in the lane of its current holder. */
function LifeLedger() {
  const { lanes, entries, caption } = words.life;
  return (
    <Section id="life" ground="canopy" heading={words.life}>
      <figure className="mt-12">
        <ul
          aria-hidden="true"
          className="hidden grid-cols-4 border-b border-paper/40 pb-3 text-center font-mono text-[0.75rem] text-canopy-mist lg:(grid w-[24rem])"
        >
          {lanes.map((lane) => (
            <li key={lane}>{lane}</li>
          ))}
        </ul>
        <ol className="border-b border-paper/40">
          {entries.map((entry, index) => (
            <Entry key={entry.record} entry={entry} isFirst={index === 0} />
          ))}
        </ol>
        <figcaption className="mt-5 max-w-[46rem] text-[0.9375rem] text-canopy-mist">{caption}</figcaption>
      </figure>
    </Section>
  );
}

const titles: Record<words.LifeEntry['outcome'], string> = { written: 'text-paper', retired: 'text-lichen', refused: 'text-clay-soft' };

type EntryProps = { entry: words.LifeEntry; isFirst: boolean };

function Entry({ entry, isFirst }: EntryProps) {
  const facts = [
    { label: words.life.labels.holder, value: entry.holder, look: 'text-paper' },
    { label: words.life.labels.record, value: entry.record, look: `break-words ${titles[entry.outcome]}` },
  ];
  return (
    <li className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-5 border-t border-paper/20 first:border-t-0 md:grid-cols-[9rem_minmax(0,1fr)] lg:(grid-cols-[minmax(0,24rem)_minmax(0,1fr)_minmax(0,15rem)] gap-x-10)">
      <Lanes entry={entry} isFirst={isFirst} />
      <div className="py-6">
        <p className="figure text-[0.8125rem] text-canopy-mist">{entry.when}</p>
        <h3 className={`display-3 mt-1 ${titles[entry.outcome]}`}>{entry.title}</h3>
        <p className="copy mt-2 text-canopy-mist">{entry.body}</p>
      </div>
      <dl className="col-start-2 -mt-2 grid content-start gap-1 pb-6 text-[0.8125rem] lg:(col-start-3 mt-0 pt-6 gap-3)">
        {facts.map(({ label, value, look }) => (
          <div key={label} className="flex flex-wrap gap-x-3 lg:block">
            <dt className="font-mono text-canopy-mist/90">{label}</dt>
            <dd className={`figure ${look}`}>{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

const middles = ['left-[12.5%]', 'left-[37.5%]', 'left-[62.5%]', 'left-[87.5%]'] as const;
const line = 'absolute w-0.5 -translate-x-1/2 bg-lichen';

/** The four lanes of one entry: the line enters in the lane of the old holder and leaves in that of the new one. */
function Lanes({ entry: { from, to, outcome }, isFirst }: EntryProps) {
  const refused = outcome === 'refused';
  return (
    <div aria-hidden="true" className="relative row-span-2 min-h-28 lg:row-span-1">
      {middles.map((middle) => (
        <span key={middle} className={`absolute inset-y-0 border-l border-dotted border-paper/25 ${middle}`} />
      ))}
      {!isFirst && <span className={`${line} top-0 h-9 ${middles[from ?? to]} ${refused ? 'w-2' : ''}`} />}
      {from !== undefined && from !== to && <span className={`absolute top-9 h-0.5 w-1/4 bg-lichen ${middles[from]}`} />}
      {refused && <span className={`absolute top-9 w-1/4 border-t-2 border-dashed border-clay-soft ${middles[to - 1]}`} />}
      <span className={`${line} top-9 bottom-0 ${middles[to]} ${outcome === 'written' ? '' : 'w-2'}`} />
      <span
        className={`absolute top-9 -translate-x-1/2 -translate-y-1/2 ${middles[to]} ${outcome === 'written' ? 'size-3.5 rounded-full border-2 border-lichen bg-canopy-deep' : 'size-5 bg-lichen'}`}
      />
      {refused && (
        <span
          className={`figure absolute top-9 -translate-x-1/2 -translate-y-1/2 bg-canopy-deep px-1 text-[1.375rem] leading-none text-clay-soft ${middles[to - 1]}`}
        >
          ×
        </span>
      )}
    </div>
  );
}

/** Two facing ledger pages: claims on the left, answers line by line on the right. */
function FacingPages() {
  return (
    <Section>
      <div className="grid shadow-[0_32px_48px_-40px_rgb(18_51_42/0.55)] md:grid-cols-2">
        <Page page={words.spread.left} side="left" />
        <Page page={words.spread.right} side="right" />
      </div>
    </Section>
  );
}

const sides = {
  left: { ground: 'border-rule bg-paper-bright', rule: 'border-rule', body: 'text-ink-soft', line: 'text-clay' },
  right: { ground: 'border-canopy bg-canopy text-paper', rule: 'border-paper/30', body: 'text-canopy-mist', line: 'text-lichen' },
};

/** Its title and its four items stand in the rows of the other page. */
function Page({ page, side }: { page: words.SpreadPage; side: keyof typeof sides }) {
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

/** One credit as a printed label: a guilloche, the amount and its identifiers. */
function TokenSpecimen() {
  const { value, unit, rows, caption } = words.token;
  return (
    <figure className="w-full max-w-[26rem] lg:w-[23rem]">
      <div className="border border-ink bg-paper-bright">
        <div className="relative grid place-items-center border-b border-ink">
          <img src="/pictures/token.svg" alt="" width="1000" height="960" fetchPriority="low" className="h-auto w-full" />
          <p className="absolute text-center">
            <span className="block font-display text-[4rem] leading-none">{value}</span>
            <span className="figure text-[0.8125rem]">{unit}</span>
          </p>
        </div>
        <dl className="grid grid-cols-2">
          {rows.map(({ label, value }) => (
            <div key={label} className="border-rule px-4 py-2.5 even:border-l nth-[n+3]:border-t">
              <dt className="label">{label}</dt>
              <dd className="figure text-[0.9375rem]">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <figcaption className="mt-2.5 text-[0.8125rem] text-ink-faint">{caption}</figcaption>
    </figure>
  );
}
