import type { ReactNode } from 'react';
import { type BuyingTerms, terms } from '#shared/content/buying-terms.ts';
import type { Custody, Ledger, StepsContent } from '#shared/content/types.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import { InlineLink, TextLink } from '#src/ui/controls/links.tsx';
import { FactList, Ordinal, Points } from '#src/ui/controls/texts.tsx';
import { fill } from '#verify/text.ts';
import { Section, SectionHeading } from './frames.tsx';

/** Numbered rows: the claim on the left, its explanation on the right. */
export function LedgerList({ content, ground = 'paper', id }: { content: Ledger; ground?: 'paper' | 'deep'; id?: string }) {
  return (
    <Section id={id} ground={ground}>
      <div className="grid gap-8 print:block lg:grid-cols-[minmax(0,20fr)_minmax(0,46fr)] lg:gap-20">
        <SectionHeading content={content} className="lg:(sticky top-28 self-start) print:(mb-6 break-after-avoid)" />
        <ol className="border-b border-rule">
          {content.items.map((item, index) => (
            <li
              key={item.title}
              className="grid gap-x-8 gap-y-2 border-t border-rule py-5 first:border-ink md:py-6 md:grid-cols-[2.5rem_minmax(0,3fr)_minmax(0,5fr)] lg:grid-cols-[2.5rem_minmax(0,13fr)_minmax(0,33fr)]"
            >
              <Ordinal number={index + 1} className="pt-1.5 text-clay" />
              <h3 className="display-3">{item.title}</h3>
              <div>
                <p className="copy text-ink-soft">{item.body}</p>
                {item.points && <Points texts={item.points} className="mt-3 gap-1.5 text-[0.9375rem]" />}
                <TextLink link={item.link} className="mt-3" />
              </div>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  );
}

const entryLooks = {
  dated: 'gap-2 py-6 first:border-ink md:(grid-cols-[7rem_minmax(0,3fr)_minmax(0,4fr)] gap-8) lg:grid-cols-[14rem_18rem_minmax(0,1fr)]',
  log: 'gap-x-8 gap-y-1.5 py-5 md:grid-cols-[minmax(0,9.5rem)_minmax(0,13rem)_minmax(0,1fr)]',
  numbered: 'grid-cols-[2.5rem_minmax(0,1fr)] gap-y-1.5 py-5 [&>span]:row-span-2',
} as const;

type Entries = readonly { when?: string; title: string; body: string }[];

/** Short entries with a rule between them, each with its date or, without one, its number. */
export function EntryList({ entries, look, className = '' }: { entries: Entries; look: keyof typeof entryLooks; className?: string }) {
  const rule = 'border-rule dark:border-paper/30';
  const mark = 'text-clay dark:text-lichen';
  return (
    <ol className={`border-b ${rule} ${className}`}>
      {entries.map(({ when, title, body }, index) => (
        <li key={title} className={`grid border-t ${rule} ${entryLooks[look]}`}>
          {when ? <div className={`figure pt-1 ${mark}`}>{when}</div> : <Ordinal number={index + 1} className={`pt-1.5 ${mark}`} />}
          <h3 className="display-3">{title}</h3>
          <p className="copy text-ink-soft dark:text-canopy-mist">{body}</p>
        </li>
      ))}
    </ol>
  );
}

/** A process as stations along one line, in order. */
export function StepList({ content, ground = 'paper', id }: { content: StepsContent; ground?: 'paper' | 'canopy'; id?: string }) {
  return (
    <Section id={id} ground={ground} heading={content}>
      <ol className="mt-12 grid gap-x-8 lg:(auto-cols-fr grid-flow-col)">
        {content.steps.map((step, index) => (
          <li
            key={step.title}
            className="relative border-l border-ink pb-9 pl-7 last:pb-0 dark:border-paper/40 lg:(border-l-0 border-t pb-0 pl-0 pt-8)"
          >
            <span
              aria-hidden="true"
              className="absolute -left-[0.4375rem] top-1 size-3.5 rounded-full border-2 border-canopy bg-lichen dark:(border-lichen bg-canopy-deep) lg:(left-0 -top-[0.4375rem])"
            />
            <p className="figure text-[0.8125rem] text-clay dark:text-lichen">Step {index + 1}</p>
            <h3 className="display-3 mt-2">{step.title}</h3>
            <p className="mt-2.5 text-pretty leading-[1.55] text-ink-soft dark:text-canopy-mist">{step.body}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** `further`: a last fact of some steps, by the id of the step, whose value may be more than words. */
type CustodyStepsProps = { content: Custody; ground?: 'paper' | 'deep'; further?: Record<string, { label: string; value: ReactNode }> };

/** A process as a log: each step, and beside it its facts, such as who acts, which document it leaves and what would stop it. */
export function CustodySteps({ content, ground = 'paper', further = {} }: CustodyStepsProps) {
  return (
    <Section ground={ground} heading={content}>
      <ol className="mt-12 border-b border-ink md:mt-16">
        {content.steps.map((step, index) => (
          <li
            key={step.id}
            id={step.id}
            className="grid gap-x-10 gap-y-6 border-t border-ink py-8 md:(grid-cols-[5rem_minmax(0,1fr)] py-10) lg:grid-cols-[8rem_minmax(0,1fr)_minmax(0,27rem)]"
          >
            <Ordinal number={index + 1} look="large" className="text-[3.5rem] leading-[0.85] text-clay tabular-nums md:text-[5.5rem]" />
            <div>
              <h3 className="font-display text-[1.75rem] leading-[1.12] tracking-[-0.012em] md:text-[2.125rem]">{step.title}</h3>
              <p className="copy mt-4 text-ink-soft">{step.body}</p>
            </div>
            <FactList
              look="sheet"
              className="border-t border-rule md:col-start-2 lg:(col-start-auto border-t-0)"
              facts={[...step.facts, further[step.id]].flatMap((fact) => (fact ? [[fact.label, fact.value]] : []))}
            />
          </li>
        ))}
      </ol>
    </Section>
  );
}

/**
 * The buying terms as a list, without those that are not set. `isWhole`: as two lists, and the second also names the terms of
 * `procurement` that are not set, which are agreed in each order.
 */
export function BuyingTermsList({ given, isWhole = false }: { given: BuyingTerms; isWhole?: boolean }) {
  const { quoteValidDays, minimumTonnes, payment, orders, invoices, serialsWithinDays, volume, contractUrl } = given;
  const { unset, undelivered, policies } = terms;
  const general = [
    [terms.currency.name, terms.currency.text],
    [terms.vat.name, terms.vat.text],
    [terms.refunds.name, terms.refunds.text],
    [terms.validity.name, fill(terms.validity.text, { days: countOf(quoteValidDays, 'day') })],
    [terms.minimum.name, minimumTonnes && countOf(minimumTonnes, 'tonne')],
    [terms.volume.name, volume],
  ] as const;
  const procurement = [
    [terms.payment.name, payment],
    [terms.orders.name, orders],
    [terms.invoices.name, invoices],
    [terms.contract.name, contractUrl && <InlineLink href={contractUrl}>{terms.contract.link}</InlineLink>],
  ] as const;
  const serials = [terms.serials.name, serialsWithinDays && fill(terms.serials.text, { days: countOf(serialsWithinDays, 'day') })] as const;
  if (!isWhole) return <FactList facts={[...general, ...procurement, serials]} />;
  return (
    <>
      <FactList facts={general} />
      <h3 className="display-3 mt-10 mb-4">{terms.procurement}</h3>
      <FactList
        facts={[
          ...procurement,
          serials,
          [unset.name, procurement.flatMap(([name, value]) => (value ? [] : [name])).join(' · ')],
          [undelivered.name, undelivered.text],
          [policies.name, <InlineLink key="ask" link={unset.ask} />],
        ]}
      />
    </>
  );
}
