import { unstable_notFound as notFound } from 'waku/router/server';
import { company } from '#server/company.ts';
import { findRepeated } from '#server/domain/messages/message.ts';
import { type FollowedQuote, findQuote } from '#server/domain/messages/quote.ts';
import { pageContext, Static } from '#server/http/page/page.ts';
import { env } from '#server/platform/env.ts';
import { meta, quotePage as texts } from '#shared/content/quote-page.ts';
import { receiptTexts } from '#shared/content/receipt.ts';
import { own } from '#shared/lib/input/own.ts';
import { formatPounds, lineCost } from '#shared/lib/money/money.ts';
import { quoteStates } from '#shared/lib/record/quote-standing.ts';
import { shortlistAddress } from '#shared/lib/shortlist.ts';
import { formatDate, formatInstant } from '#shared/lib/text/dates.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import { drafts } from '#shared/schemas/form.ts';
import { nearDayText } from '#shared/schemas/typed.ts';
import { companyLines } from '#src/pages/_components/content-page.tsx';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { RepeatedNote } from '#src/ui/controls/form.tsx';
import { InlineLink, PrintButton, ProjectName, TextLink } from '#src/ui/controls/links.tsx';
import { Heading } from '#src/ui/controls/texts.tsx';
import { CompactHead, NamedSection } from '#src/ui/sections/frames.tsx';
import { Table } from '#src/ui/table.tsx';
import { entryNumber, entryPath, fill, formatCount, formatDay } from '#verify/text.ts';

export default async function QuotePage({ reference: lastPart }: { reference: string }) {
  const quote = await findQuote(lastPart);
  if (!quote) notFound();
  const { reference, lines, pricesValidUntil, isExpired, deliverBy: neededBy, acceptsLaterDelivery } = quote;
  const next = quote.entries.length > 0 ? texts.next.record : quote.answeredAt ? texts.next.answered : texts.next.received;
  const { contactEmail } = company();
  // Once all of it is sold, its price is final, and the page does not say how long prices hold. What is reserved was accepted while they
  // held (the terms), so that nothing lapses for its buyer.
  const isOpen = quote.standing.all === null || (quote.standing.all === 'reserved' && !isExpired);
  const sameLines = lines.map(({ projectSlug: slug, tonnes }) => ({ slug, tonnes }));
  const again = shortlistAddress(sameLines, { by: neededBy ?? undefined });
  // The day has a sentence of its own below.
  const repeated = (await findRepeated(quote.id, pageContext()?.isFromSite)).filter(([field]) => field !== 'deliverBy');
  return (
    <>
      <PageHead meta={meta} path={`/quotes/${lastPart}`} name={reference} />
      <CompactHead
        back={texts.back}
        title={
          <>
            {texts.title} <span className="figure inline-block text-[0.8em]">{reference}</span>
          </>
        }
        lede={texts.lede}
        printed={[...companyLines(), `${env().PUBLIC_URL}/quotes/${lastPart}`]}
      />
      <section aria-labelledby="standing" data-draft={drafts.quote} className="mt-8 bg-paper-deep py-8 print:(mt-4 bg-transparent py-4)">
        <div className="page grid gap-x-14 gap-y-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)]">
          <div>
            <p className="label">{texts.steps.title}</p>
            <Heading id="standing" className="display-2 mt-1 text-canopy" text={headingOf(quote)} />
            <p className="copy mt-3 text-ink-soft">{next}</p>
          </div>
          <Static as="div">
            <QuoteSteps quote={quote} />
          </Static>
        </div>
      </section>
      <div className="page pt-10 pb-16 print:py-4">
        <NamedSection titleId="lines" title={texts.lines.title} titleClass="display-3 mb-4" className="min-w-0">
          <Static as="div">
            <QuoteTable quote={quote} />
          </Static>
          {repeated.length > 0 && (
            <div className="mt-6">
              <RepeatedNote texts={receiptTexts} repeated={repeated} />
            </div>
          )}
          {neededBy && <p className="copy mt-6">{fill(acceptsLaterDelivery ? texts.later : texts.by, { day: formatDay(neededBy) })}</p>}
          {isOpen && (
            <>
              <p className="copy mt-2 text-clay empty:hidden">{nearDayText(neededBy)}</p>
              <p className={`copy mt-6 ${isExpired ? 'text-clay' : 'font-semibold'}`}>
                {fill(isExpired ? texts.expired : texts.holds, { until: formatDay(pricesValidUntil) })}
              </p>
              <p className="print:hidden">
                <TextLink href={again} rel="nofollow">
                  {isExpired ? texts.again.open : texts.again.label}
                </TextLink>
              </p>
            </>
          )}
          <p className="copy mt-6">
            {texts.questions} <InlineLink href={`mailto:${contactEmail}?subject=${reference}`}>{contactEmail}</InlineLink>
          </p>
          <p className="mt-6">
            <PrintButton label={texts.print} />
          </p>
          <div className="mt-10 border-t border-rule pt-4 text-[0.9375rem] text-ink-soft print:hidden">
            <h2 className="font-semibold">{texts.privacy.title}</h2>
            <p className="mt-1 max-w-[46rem]">{fill(texts.privacy.body, { months: countOf(env().MESSAGE_RETENTION_MONTHS, 'month') })}</p>
          </div>
        </NamedSection>
      </div>
    </>
  );
}

/** Returns how far the whole quote has come and, if a part of it has come further, that too. */
function headingOf({ standing: { all, some }, answeredAt, reservedUntil }: FollowedQuote): string {
  const { some: ofSome, ...ofAll } = texts.standing;
  const until = reservedUntil === null ? '' : formatDay(reservedUntil);
  if (some === null) return answeredAt ? ofAll.answered : ofAll.received;
  if (some === all) return fill(ofAll[some], { until });
  const further = fill(ofSome[some], { until });
  return all === null ? further : `${fill(ofAll[all], { until })}. ${further}`;
}

/** What has happened to a quote, in order: the steps that staff noted, and its entries on the record, here in London time. */
function QuoteSteps({ quote: { receivedAt, answeredAt, entries } }: { quote: FollowedQuote }) {
  const words = texts.steps;
  return (
    <ol className="border-t border-ink">
      <Step time={receivedAt} text={words.received} />
      {answeredAt && <Step time={answeredAt} text={words.answered} />}
      {entries.map(({ index, kind, time, certificate, quantity }) => (
        <Step
          key={index}
          time={time}
          text={`${own(words.entries, kind) ?? kind}: ${fill(words.tonnes, { count: formatCount(quantity) })}`}
          links={[
            { label: fill(words.entry, { entry: entryNumber(index) }), href: entryPath(index) },
            ...(certificate ? [{ label: fill(words.certificate, { number: certificate }), href: `/certificates/${certificate}` }] : []),
          ]}
        />
      ))}
    </ol>
  );
}

function Step({ time, text, links = [] }: { time: Date; text: string; links?: { label: string; href: string }[] }) {
  return (
    <li className="border-b border-rule py-3">
      <p className="font-semibold">{text}</p>
      <p className="flex flex-wrap items-center gap-x-6">
        <time dateTime={time.toISOString()} className="figure text-[0.9375rem] text-ink-soft">
          {formatInstant(time)}
        </time>
        {links.map((link) => (
          <InlineLink key={link.href} link={link} className="inline-flex min-h-6 items-center" />
        ))}
      </p>
    </li>
  );
}

/** The lines of a quote as a bill. */
function QuoteTable({ quote: { lines, cost, receivedAt } }: { quote: FollowedQuote }) {
  const words = texts.lines;
  const { columns } = words;
  const tonnes = lines.reduce((sum, line) => sum + line.tonnes, 0);
  return (
    <Table
      caption={fill(words.caption, { day: formatDate(receivedAt) })}
      captionClass="label block pb-3 text-left wide:table-caption"
      look="bill"
      columns={[
        { name: columns.project, cell: (line) => <LineName line={line} />, className: 'wide:min-w-60' },
        { name: columns.price, cell: ({ pricePerCredit }) => formatPounds(pricePerCredit), kind: 'count', named: 'beside' },
        { name: columns.tonnes, cell: (line) => formatCount(line.tonnes), kind: 'count', named: 'beside' },
        { name: columns.line, cell: (line) => formatPounds(lineCost(line)), kind: 'count', named: 'beside' },
      ]}
      rows={lines}
      totals={[
        { name: words.tonnes, values: [`${formatCount(tonnes)} t`] },
        { name: words.subtotal, values: [formatPounds(cost.subtotal)] },
        { name: fill(words.vat, { percent: String(lines[0]?.vatPercent ?? 0) }), values: [formatPounds(cost.vat)] },
        { name: words.total, values: [formatPounds(cost.total)], isStrong: true },
      ]}
    />
  );
}

function LineName({ line }: { line: FollowedQuote['lines'][number] }) {
  const words = texts.lines;
  const states = quoteStates.filter((state) => line.units[state] > 0);
  return (
    <>
      <ProjectName slug={line.projectSlug} title={line.projectTitle} />
      <span className="block text-[0.9375rem] text-ink-soft">
        {line.unitsText && `${line.unitsText}. `}
        {words.units[line.unitsStatus ?? 'notStated']}
        {line.deliveryBy === null ? '' : fill(words.delivered, { day: formatDay(line.deliveryBy) })}
        {line.isSample && `. ${words.sample}`}
      </span>
      {states.length > 0 && (
        <span className="block text-[0.9375rem] text-canopy">
          {states.map((state) => fill(words.states[state], { count: formatCount(line.units[state]) })).join(', ')}
        </span>
      )}
    </>
  );
}
