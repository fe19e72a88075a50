import type { BasketCost } from '#src/lib/money/basket.ts';
import { formatPounds } from '#src/lib/money/money.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';

export type CostTexts = { credits: string; vat: string; total: string };

type CostLinesProps = Pick<BasketCost, 'subtotal' | 'vat' | 'total'> & { pricePerCredit: number; tonnes: number; texts: CostTexts };

/** What a number of tonnes costs: the credits, VAT as its own line, the total. */
export function CostLines({ subtotal, vat, total, pricePerCredit, tonnes, texts }: CostLinesProps) {
  const credits = fill(texts.credits, { tonnes: formatCount(tonnes), price: formatPounds(pricePerCredit) });
  return (
    <dl className="border-b border-ink">
      <CostLine label={credits} value={formatPounds(subtotal)} />
      <CostLine label={texts.vat} value={formatPounds(vat)} />
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-ink py-4">
        <dt className="font-semibold">{texts.total}</dt>
        <dd className="figure ml-auto text-[1.75rem] leading-tight break-all md:text-[2.125rem]">{formatPounds(total)}</dd>
      </div>
    </dl>
  );
}

function CostLine({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 border-t border-rule py-3">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="figure ml-auto text-[1.125rem]">{value}</dd>
    </div>
  );
}
