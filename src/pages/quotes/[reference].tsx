import { unstable_notFound as notFound } from 'waku/router/server';
import { company } from '#server/company.ts';
import { findQuote, type Quote } from '#server/domain/messages/quote.ts';
import { Static } from '#server/http/page/static.tsx';
import { env } from '#server/platform/env.ts';
import { PrintButton } from '#src/client/print-button.tsx';
import { meta, quotePage as texts } from '#src/content/quote-page.ts';
import { shortlistAddress } from '#src/lib/shortlist/shortlist-address.ts';
import { formatDate, formatDay } from '#src/lib/text/dates.ts';
import { fill } from '#src/lib/text/fill.ts';
import { countOf } from '#src/lib/text/numbers.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { TextLink } from '#src/ui/controls/text-link.tsx';
import { QuoteSteps } from '#src/ui/routes/quotes/quote-steps.tsx';
import { QuoteTable } from '#src/ui/routes/quotes/quote-table.tsx';
import { CompactHead } from '#src/ui/sections/compact-head.tsx';

export default async function QuotePage({ reference: lastPart }: { reference: string }) {
  const quote = await findQuote(lastPart);
  if (!quote) notFound();
  const { reference, receivedAt, lines, pricesValidUntil, isExpired, deliverBy, acceptsLaterDelivery } = quote;
  const { contactEmail } = company();
  const until = formatDay(pricesValidUntil);
  // What has been sold has its price.
  const isOpen = quote.standing.all === null || quote.standing.all === 'reserved';
  const again = shortlistAddress(lines.map(({ projectSlug, tonnes }) => ({ slug: projectSlug, tonnes })));
  return (
    <>
      <PageHead meta={meta} path={`/quotes/${lastPart}`} name={reference} />
      <CompactHead isDocument back={texts.back} title={fill(texts.title, { reference })} lede={texts.lede} />
      <div className="page grid gap-x-14 gap-y-10 pt-6 pb-16 lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)] print:(block py-6)">
        <section aria-labelledby="standing" className="print:mb-8">
          <p className="label">{texts.steps.title}</p>
          <h2 id="standing" className="display-3 mt-1 text-canopy">
            {headingOf(quote)}
          </h2>
          <p className="copy mt-2 mb-4 text-ink-soft">{nextOf(quote)}</p>
          <Static as="div">
            <QuoteSteps texts={texts.steps} receivedAt={receivedAt} answeredAt={quote.answeredAt} entries={quote.entries} />
          </Static>
        </section>
        <section aria-labelledby="lines" className="min-w-0 print:break-inside-avoid">
          <h2 id="lines" className="display-3 mb-4">
            {texts.lines.title}
          </h2>
          <Static as="div">
            <QuoteTable
              texts={texts.lines}
              lines={lines}
              cost={quote.cost}
              caption={fill(texts.lines.caption, { day: formatDate(receivedAt) })}
            />
          </Static>
          {deliverBy && <p className="copy mt-6">{fill(acceptsLaterDelivery ? texts.later : texts.by, { day: formatDay(deliverBy) })}</p>}
          {isOpen && (
            <>
              <p className={`copy mt-6 ${isExpired ? 'text-clay' : 'font-semibold'}`}>
                {fill(isExpired ? texts.expired : texts.holds, { until })}
              </p>
              <p className="print:hidden">
                <TextLink href={again} rel="nofollow">
                  {isExpired ? texts.again.open : texts.again.label}
                </TextLink>
              </p>
            </>
          )}
          <p className="copy mt-6">
            {texts.questions}{' '}
            <a href={`mailto:${contactEmail}?subject=${reference}`} className="text-link text-canopy">
              {contactEmail}
            </a>
          </p>
          <div className="mt-6">
            <PrintButton label={texts.print} />
          </div>
          <div className="mt-10 border-t border-rule pt-4 text-[0.9375rem] text-ink-soft print:hidden">
            <h2 className="font-semibold">{texts.privacy.title}</h2>
            <p className="mt-1 max-w-[46rem]">{fill(texts.privacy.body, { months: countOf(env().MESSAGE_RETENTION_MONTHS, 'month') })}</p>
          </div>
        </section>
      </div>
    </>
  );
}

/** Says how far all of it has come and, if some of it has come further, that too. */
function headingOf({ standing: { all, some }, answeredAt, reservedUntil }: Quote): string {
  const { some: partly, ...whole } = texts.standing;
  const until = reservedUntil === null ? '' : formatDay(reservedUntil);
  if (some === null) return answeredAt ? whole.answered : whole.received;
  if (some === all) return fill(whole[some], { until });
  const further = fill(partly[some], { until });
  return all === null ? further : `${fill(whole[all], { until })}. ${further}`;
}

function nextOf({ entries, answeredAt }: Quote): string {
  return entries.length > 0 ? texts.next.record : answeredAt ? texts.next.answered : texts.next.received;
}
