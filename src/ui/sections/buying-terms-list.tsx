import type { BuyingTerms, terms as termTexts } from '#src/content/buying-terms.ts';
import { fill } from '#src/lib/text/fill.ts';
import { countOf } from '#src/lib/text/numbers.ts';
import { FactList } from '#src/ui/controls/fact-list.tsx';

/** The buying terms as a list. Terms that are not set are left out. */
export function BuyingTermsList({ given, terms }: { given: BuyingTerms; terms: typeof termTexts }) {
  const { quoteValidDays, minimumTonnes, payment, serialsWithinDays, volume, contractUrl } = given;
  return (
    <FactList
      facts={[
        [terms.currency.name, terms.currency.text],
        [terms.vat.name, terms.vat.text],
        [terms.refunds.name, terms.refunds.text],
        [terms.validity.name, fill(terms.validity.text, { days: countOf(quoteValidDays, 'day') })],
        [terms.minimum.name, minimumTonnes && fill(terms.minimum.text, { tonnes: countOf(minimumTonnes, 'tonne') })],
        [terms.payment.name, payment],
        [terms.serials.name, serialsWithinDays && fill(terms.serials.text, { days: countOf(serialsWithinDays, 'day') })],
        [terms.volume.name, volume],
        [
          terms.contract.name,
          contractUrl && (
            <a href={contractUrl} className="text-link text-canopy">
              {terms.contract.link}
            </a>
          ),
        ],
      ]}
    />
  );
}
