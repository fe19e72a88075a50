import type { ReactNode } from 'react';
import { unstable_redirect as redirect } from 'waku/router/server';
import { company } from '#server/company.ts';
import { priceShared } from '#server/domain/projects/figures.ts';
import { findProjects } from '#server/domain/projects/find.ts';
import { suggestProjects } from '#server/domain/projects/list.ts';
import { pageContext } from '#server/http/page/page-context.ts';
import { env } from '#server/platform/env.ts';
import { finder } from '#shared/content/projects/compare.ts';
import { meta, type QuoteFormContent, quote, shortlist } from '#shared/content/shortlist.ts';
import { type BasketCost, formatPounds, formatPrice } from '#shared/lib/money/money.ts';
import { type ComparedLine, type FormerPrice, pricedProject, type Quote } from '#shared/lib/money/quote.ts';
import {
  addressNeededBy,
  addressReplacing,
  addressWith,
  compareAddress,
  compareLimit,
  defaultTonnes,
  neededByIn,
  type ParsedShortlist,
  readShortlist,
  removedFrom,
  type ShortlistLine,
  sharedAddress,
  shortlistAddress,
  withLine,
  yoursIn,
} from '#shared/lib/shortlist.ts';
import { formatDate, formatDay } from '#shared/lib/text/dates.ts';
import { fill } from '#shared/lib/text/fill.ts';
import type { Project } from '#shared/schemas/project.ts';
import { storableText } from '#shared/schemas/storable-text.ts';
import { ShortlistTable } from '#src/client/catalogue/shortlist-table.tsx';
import { ShortlistQuoteForm } from '#src/client/forms/quote-form.tsx';
import { CopyLink, PrintButton } from '#src/client/page-buttons.tsx';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { ActionButton, InlineLink, TextLink } from '#src/ui/controls/links.tsx';
import { CompactHead } from '#src/ui/sections/frames.tsx';
import { ProjectFinder } from '#src/ui/sections/project-finder.tsx';
import { Table } from '#src/ui/table.tsx';

const maxSuggestions = 5;

export default async function ShortlistPage({ query }: { query: string }) {
  const address = new URLSearchParams(query);
  const parsed = readShortlist(address);
  // After a change, redirect to the list's canonical address, unless the page has something to say about the change.
  const neededBy = neededByIn(address);
  if (parsed.edited && !parsed.corrected && !parsed.dropped) {
    redirect(parsed.lines.length > 0 ? addressNeededBy(shortlistAddress(parsed.lines), neededBy) : '/shortlist', 303);
  }
  const removed = removedFrom(address);
  const slugs = parsed.lines.map(({ slug }) => slug);
  const words = storableText(address.get('find') ?? '', 100);
  const [shared, removedProjects, found] = await Promise.all([
    priceShared(parsed.lines, address),
    findProjects(removed.map(({ slug }) => slug)),
    suggestProjects({ words, except: slugs, limit: maxSuggestions, onSale: true }),
  ]);
  const { today, until, priced, earlier, isDayWrong } = shared;
  const lines = priced.lines.map(({ project: { slug }, tonnes }) => ({ slug, tonnes }));
  const listed = priced.lines.map(({ project, tonnes }) => {
    const { location, verificationStandard } = project;
    return { project: { ...pricedProject(project), location, verificationStandard }, tonnes };
  });
  const ownAddress = shortlistAddress(lines);
  // Whoever passes a shared list on passes its day on, too.
  const dated = sharedAddress(lines, earlier?.day ?? today);
  const formResult = pageContext()?.formResult;
  return (
    <div data-shortlist={ownAddress.split('?')[1] ?? ''}>
      <PageHead meta={meta} path="/shortlist" name={shortlist.title} />
      <CompactHead isDocument back={{ label: shortlist.back, href: '/projects' }} title={shortlist.title} lede={shortlist.lede} />
      <ShortlistSection
        texts={shortlist}
        parsed={parsed}
        priced={priced}
        removed={removedProjects.map(({ title }) => title)}
        undo={addressWith(lines, removed)}
        address={env().PUBLIC_URL + dated}
        today={formatDay(today)}
        until={formatDay(until)}
        head={<ReplaceShortlist lines={lines} yours={yoursIn(address)} neededBy={neededBy} texts={shortlist.replace} />}
        table={<ShortlistTable texts={shortlist.table} lines={listed} until={formatDay(until)} neededBy={neededBy} notice={notice} />}
        file={dated.replace('/shortlist', '/shortlist.xlsx')}
        earlier={
          earlier && <ThenAndNow texts={shortlist.day} {...earlier} nowTotal={priced.tonnes.total > 0 ? { ...priced, lines: [] } : null} />
        }
        isDayWrong={isDayWrong}
      >
        <CopyLink address={env().PUBLIC_URL + dated} texts={shortlist.keep.copy} />
        <div className="mt-4">
          <PrintButton label={shortlist.keep.print} />
        </div>
      </ShortlistSection>
      {(priced.tonnes.total > 0 || formResult) && (
        <QuoteSection content={quote}>
          <ShortlistQuoteForm
            content={quote}
            listed={listed}
            contactEmail={company().contactEmail}
            neededBy={neededBy}
            formResult={formResult}
          />
        </QuoteSection>
      )}
      <ProjectFinder
        texts={finder}
        action="/shortlist"
        parameters={lines.map(({ slug, tonnes }) => ['p', `${slug}:${tonnes}`])}
        words={words}
        found={found}
        addressWith={(slug) => shortlistAddress(withLine(lines, { slug, tonnes: defaultTonnes }))}
      />
    </div>
  );
}

type ShortlistSectionProps = {
  texts: typeof shortlist;
  parsed: ParsedShortlist;
  priced: Quote;
  /** Titles of the projects just removed, and the address that undoes it. */
  removed: string[];
  undo: string;
  /** The address of this list, shown in print. */
  address: string;
  /** Today's date, and the last day on which the prices of a quote requested today hold. */
  today: string;
  until: string;
  /** Shown above the list. */
  head: ReactNode;
  /** The list itself. */
  table: ReactNode;
  /** The list as a file. */
  file: string;
  /** What it cost on the day that its address names, if that is an earlier one. */
  earlier: ReactNode;
  /** The address names something that is no day. */
  isDayWrong: boolean;
  /** The controls that share and print the list. */
  children: ReactNode;
};

/** The fragment that gives the focus to what was removed: the link that had it is gone. */
const notice = 'removed';

/** The shortlist with notes on what was dropped, and the ways to share it; or a notice that it is empty. */
function ShortlistSection(props: ShortlistSectionProps) {
  const { texts, parsed, priced, removed, undo, address, today, until, head, table, file, earlier, isDayWrong, children } = props;
  const listed = priced.lines.map(({ project }) => project.slug);
  const unknown = parsed.lines.map(({ slug }) => slug).filter((slug) => !listed.includes(slug));
  const notes = [
    ...(unknown.length > 0 ? [fill(texts.unknown, { slugs: unknown.join(', ') })] : []),
    ...(parsed.dropped ? [texts.dropped] : []),
    ...(parsed.corrected ? [texts.corrected] : []),
    ...(isDayWrong ? [texts.day.wrong] : []),
  ];
  return (
    <div className="page pt-6 pb-12 print:py-6">
      {removed.length > 0 && (
        <p id={notice} tabIndex={-1} role="status" className="mb-6 break-words print:hidden">
          {fill(texts.removed.text, { titles: removed.join(', ') })}{' '}
          <a href={undo} rel="nofollow" data-shortlist-edit="" className="text-link inline-flex min-h-6 items-center text-canopy">
            {texts.removed.undo}
          </a>
        </p>
      )}
      {head}
      {notes.map((note) => (
        <p key={note} role="note" className="mb-6 max-w-[46rem] break-words text-clay">
          {note}
        </p>
      ))}
      {listed.length === 0 ? (
        <div className="border-y border-rule py-10">
          <h2 className="display-3">{texts.empty.title}</h2>
          <p className="copy mt-3 mb-6 text-ink-soft">{texts.empty.body}</p>
          <ActionButton action={texts.empty.action} />
        </div>
      ) : (
        <>
          {table}
          {priced.tonnes.total > 0 && (
            <p className="mt-6 max-w-[46rem] text-[0.9375rem] text-ink-soft">{fill(texts.asOf, { date: today, until })}</p>
          )}
          {earlier}
          <p className="mt-2 hidden break-all text-[0.8125rem] print:block">{address}</p>
          <div className="mt-12 grid gap-x-16 gap-y-6 border-t border-rule pt-8 lg:grid-cols-2 print:hidden">
            <div>
              <h2 className="display-3">{texts.keep.title}</h2>
              <p className="copy mt-3 text-ink-soft">{texts.keep.body}</p>
              {listed.length > 1 && listed.length <= compareLimit && (
                <TextLink href={compareAddress(listed)} rel="nofollow" className="mt-3">
                  {texts.compare}
                </TextLink>
              )}
              <p>
                <TextLink href={file} rel="nofollow" download="">
                  {texts.file.label}
                </TextLink>
              </p>
            </div>
            <div>{children}</div>
          </div>
        </>
      )}
    </div>
  );
}

type ReplaceShortlistProps = {
  lines: ShortlistLine[];
  /** The visitor's own list, if the address names it. */
  yours: ShortlistLine[];
  neededBy: string | undefined;
  texts: (typeof shortlist)['replace'];
};

/**
 * Asks whether the list on the page is to take the place of the visitor's own, or join it. Without scripts the address names that list; with
 * them it is in the browser, whose script (src/page-scripts/shortlist/shortlist.ts) shows the question if the two differ, and names it
 * in the link that joins them.
 */
function ReplaceShortlist({ lines, yours, neededBy, texts }: ReplaceShortlistProps) {
  if (lines.length === 0) return null;
  return (
    <div
      role="note"
      className={`${yours.length === 0 ? 'foreign-shortlist' : ''} mb-8 border-l-3 border-clay bg-paper-bright px-4 py-3 print:hidden`}
    >
      <p>{texts.text}</p>
      <p className="flex flex-wrap gap-x-8">
        <TextLink rel="nofollow" href={addressReplacing(lines, 'yes', neededBy)} data-shortlist-edit="own">
          {texts.replace}
        </TextLink>
        <TextLink
          rel="nofollow"
          href={addressNeededBy(addressWith(yours, lines), neededBy)}
          data-shortlist-edit="own"
          data-shortlist-join=""
        >
          {texts.add}
        </TextLink>
        <TextLink rel="nofollow" href={shortlistAddress(yours)}>
          {texts.keep}
        </TextLink>
      </p>
    </div>
  );
}

type Texts = (typeof shortlist)['day'];

type ThenAndNowProps = {
  texts: Texts;
  /** The earlier day, as 2026-11-26. */
  day: string;
  lines: readonly ComparedLine<Project>[];
  thenTotal: BasketCost | null;
  nowTotal: BasketCost | null;
};

/** What each line of a shortlist, and all of it, cost on an earlier day, beside today. */
function ThenAndNow({ texts, day, lines, thenTotal, nowTotal }: ThenAndNowProps) {
  const spoken = formatDay(day);
  const { project, ...columns } = texts.columns;
  const sum = (name: string, cell: (line: ComparedLine<Project>) => string) => ({ name, cell, kind: 'count', named: 'beside' }) as const;
  return (
    <section aria-labelledby="then" className="mt-12 print:(mt-6 break-inside-avoid)">
      <h2 id="then" className="display-3">
        {texts.title}
      </h2>
      <p className="copy mt-2 mb-4 text-ink-soft">{fill(texts.intro, { day: spoken })}</p>
      <Table
        caption={fill(texts.caption, { day: spoken })}
        look="bill"
        columns={[
          { name: project, cell: ({ line }) => <bdi>{line.project.title}</bdi>, className: 'font-semibold' },
          sum(fill(columns.price, { day: spoken }), ({ then }) => formerPrice(then, texts)),
          sum(columns.now, ({ line }) => formatPrice(line.project)),
          sum(fill(columns.cost, { day: spoken }), ({ thenCost }) => (thenCost === null ? '–' : formatPounds(thenCost))),
          sum(columns.costNow, ({ line }) => (line.cost === null ? '–' : formatPounds(line.cost))),
        ]}
        rows={lines}
        totals={
          thenTotal && nowTotal
            ? (['subtotal', 'vat', 'total'] as const).map((name) => ({
                name: texts[name],
                values: [formatPounds(thenTotal[name]), formatPounds(nowTotal[name])],
                isStrong: name === 'total',
              }))
            : []
        }
      />
      {!thenTotal && nowTotal && <p className="copy mt-4 text-ink-soft">{fill(texts.noTotal, { day: spoken })}</p>}
    </section>
  );
}

function formerPrice(then: FormerPrice, texts: Texts): string {
  if (then.price === undefined) return then.since ? fill(texts.before, { since: formatDate(then.since) }) : texts.unknown;
  return then.price === null ? texts.none : formatPounds(then.price);
}

type QuoteSectionProps = { content: QuoteFormContent; children: ReactNode };

/** The last step of a shortlist. */
function QuoteSection({ content: { title, intro, certificate }, children }: QuoteSectionProps) {
  return (
    <section id="quote" aria-labelledby="quote-title" className="border-t border-ink py-16 print:hidden">
      <div className="page grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div>
          <h2 id="quote-title" className="display-2">
            {title}
          </h2>
          <p className="copy mt-5 text-ink-soft">{intro}</p>
          <p className="copy mt-4 text-ink-soft">
            {certificate.body} <InlineLink link={certificate.link} />
          </p>
        </div>
        {children}
      </div>
    </section>
  );
}
