import type { PortfolioTexts } from '#src/content/portfolio.ts';
import { formatPounds } from '#src/lib/money/money.ts';
import { addressReplacing } from '#src/lib/shortlist/shortlist-address.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount, formatShare, projectCount } from '#src/lib/text/numbers.ts';
import { askAddress, catalogueAddress, type LoosenedLimit, needSearch, type Portfolios } from '#src/schemas/portfolio.ts';
import { TextLink } from '#src/ui/controls/text-link.tsx';
import { averagePrice } from './mix-section.tsx';

/** Says that no mix meets the need, and what is possible with one limit loosened. */
export function NoMix({ answer, texts }: { answer: Portfolios; texts: PortfolioTexts }) {
  const { matching, loosened } = answer;
  const { none } = texts;
  const share = formatShare(answer.largestShare / 100);
  const isShare = loosened.some(({ limit, isEnough }) => limit === 'share' && isEnough);
  return (
    <div className="border-t border-ink py-8">
      <h2 id="mixes-title" className="display-3">
        {none.title}
      </h2>
      <p className="mt-2 max-w-[46rem] text-ink-soft">
        {matching.projects === 0
          ? none.nothing
          : fill(none.some, { projects: projectCount(matching.projects), tonnes: formatCount(matching.tonnes) })}{' '}
        {isShare && fill(none.tooFew, { share })}
      </p>
      <p className="mt-4 font-semibold">{loosened.length > 0 ? none.loosen : none.other}</p>
      {loosened.length > 0 && (
        <ul className="mt-3 border-t border-rule">
          {loosened.map((one) => (
            <li key={one.limit} className="border-b border-rule py-3 md:(grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-8)">
              <TextLink
                href={one.limit === 'share' ? addressReplacing(one.lines, 'ask', one.need.deliverBy) : `/portfolio${needSearch(one.need)}`}
                rel="nofollow"
                className="font-semibold md:min-h-6"
              >
                {nameOf(one, texts, share)}
              </TextLink>
              <span className="block">
                {fill(none.possible, {
                  tonnes: formatCount(one.tonnes),
                  subtotal: formatPounds(one.subtotal),
                  total: formatPounds(one.total),
                  price: formatPounds(averagePrice(one.subtotal, one.tonnes)),
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-6 flex flex-wrap gap-x-8">
        {[
          [none.browse, catalogueAddress(answer)],
          [none.ask, askAddress(answer.need)],
        ].map(([label, href]) => (
          <TextLink key={href} href={href} rel="nofollow">
            {label}
          </TextLink>
        ))}
      </p>
    </div>
  );
}

function nameOf({ limit, need, tonnes }: LoosenedLimit, { none: { limits } }: PortfolioTexts, share: string): string {
  if (limit === 'tonnes') return fill(limits.tonnes, { tonnes: formatCount(tonnes) });
  if (limit === 'budget') return fill(limits.budget, { budget: formatPounds(need.budgetPence ?? 0) });
  if (limit === 'max') return need.maxPence === undefined ? limits.maxNone : fill(limits.max, { max: formatPounds(need.maxPence) });
  return limit === 'share' ? fill(limits.share, { share }) : limits[limit];
}
