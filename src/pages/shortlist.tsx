import type { ComponentProps } from 'react';
import { unstable_redirect as redirect } from 'waku/router/server';
import { withEmail } from '#server/company.ts';
import { type PricedShortlist, priceShortlist } from '#server/domain/projects/figures.ts';
import { findProjects } from '#server/domain/projects/find.ts';
import { suggestProjects } from '#server/domain/projects/list.ts';
import { pageContext } from '#server/http/page/page.ts';
import { env } from '#server/platform/env.ts';
import { meta, quote, shortlist as texts } from '#shared/content/shortlist.ts';
import { type BasketCost, formatPounds, formatPrice } from '#shared/lib/money/money.ts';
import { type ComparedLine, type FormerPrice, pricedProject, type QuotedLine } from '#shared/lib/money/quote.ts';
import { statedUnits } from '#shared/lib/projects/facts.ts';
import {
  compareAddress,
  compareLimit,
  defaultTonnes,
  linesBeside,
  neededByIn,
  readShortlist,
  type ShortlistLine,
  shortlistAddress,
  tonnesField,
} from '#shared/lib/shortlist.ts';
import { formatDate } from '#shared/lib/text/dates.ts';
import type { Project } from '#shared/schemas/project.ts';
import { ShortlistTable } from '#src/client/catalogue/shortlist-table.tsx';
import { CopyLink } from '#src/client/copy-link.tsx';
import { ShortlistQuoteForm } from '#src/client/forms/quote-form.tsx';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { ActionButton, InlineLink, PrintButton, TextLink } from '#src/ui/controls/links.tsx';
import { Heading, Notes } from '#src/ui/controls/texts.tsx';
import { CompactHead, NamedSection } from '#src/ui/sections/frames.tsx';
import { finderSearch, ProjectFinder } from '#src/ui/sections/project-finder.tsx';
import { Table } from '#src/ui/table.tsx';
import { fill, formatDay } from '#verify/text.ts';

const maxSuggestions = 5;

export default async function ShortlistPage({ query }: { query: string }) {
  const asked = new URLSearchParams(query);
  const parsed = readShortlist(asked);
  const neededBy = neededByIn(asked);
  // After a change, redirect to the list's canonical address, unless the page has something to say about the change.
  if (parsed.isEdited && !parsed.isCorrected && !parsed.hasDropped)
    redirect(parsed.lines.length > 0 ? shortlistAddress(parsed.lines, { by: neededBy }) : '/shortlist', 303);
  const removed = linesBeside(asked, 'removed');
  const slugs = parsed.lines.map(({ slug }) => slug);
  const search = finderSearch(asked);
  const [{ today, until, priced, notes, earlier }, removedProjects, found] = await Promise.all([
    priceShortlist(parsed, asked, texts),
    findProjects(removed.map(({ slug }) => slug)),
    suggestProjects({ search, except: slugs, limit: maxSuggestions, onSale: true }),
  ]);
  const formResult = pageContext()?.formResult;
  const lines = priced.lines.map(({ project: { slug }, tonnes }) => ({ slug, tonnes }));
  const listed = priced.lines.map((line) => ({ ...shownLine(line), posted: formResult?.values[tonnesField(line.project.slug)] }));
  // Whoever passes a shared list on passes its day on, too. An empty one has no prices.
  const dated = shortlistAddress(lines, { on: lines.length > 0 ? (earlier?.day ?? today) : undefined, by: neededBy });
  // Also if only a part of the list can be bought, or fewer tonnes of it.
  const canBeBought = priced.lines.some(({ refusal }) => refusal === null || refusal.reason === 'too_many');
  return (
    <div className="group" data-shortlist={shortlistAddress(lines).split('?')[1] ?? ''}>
      <PageHead meta={meta} path="/shortlist" name={texts.title} />
      <CompactHead
        back={{ label: texts.back, href: '/projects' }}
        title={texts.title}
        lede={texts.lede}
        printed={[formatDay(today), env().PUBLIC_URL + dated]}
      />
      <div className="page pt-6 pb-12 print:py-6">
        {removedProjects.length > 0 && (
          <p id={notice} tabIndex={-1} role="status" className="mb-6 break-words print:hidden">
            {fill(texts.removed.text, { titles: removedProjects.map(({ title }) => title).join(', ') })}{' '}
            <InlineLink
              link={{ label: texts.removed.undo, href: shortlistAddress(lines, { edited: removed, by: neededBy }) }}
              rel="nofollow"
              data-shortlist-edit=""
              className="inline-flex min-h-6 items-center"
            />
          </p>
        )}
        <ReplaceShortlist lines={lines} yours={linesBeside(asked, 'yours')} neededBy={neededBy} />
        <Notes texts={notes} />
        {lines.length === 0 ? (
          <div className="border-y border-rule py-10">
            <h2 className="display-3">{texts.empty.title}</h2>
            <p className="copy mt-3 mb-6 text-ink-soft">{texts.empty.body}</p>
            <p className="flex flex-wrap items-center gap-x-8 gap-y-3">
              <ActionButton action={texts.empty.action} />
              <TextLink href={texts.empty.portfolio.href}>{texts.empty.portfolio.label}</TextLink>
            </p>
          </div>
        ) : (
          <>
            <ShortlistTable texts={texts.table} lines={listed} neededBy={neededBy} notice={notice} />
            {priced.tonnes.total > 0 && (
              <p className="mt-6 max-w-[46rem] break-before-avoid text-[0.9375rem] text-ink-soft">
                {fill(texts.asOf, { date: formatDay(today), until: formatDay(until) })}
              </p>
            )}
            {/* On paper only: on screen the form has the day, with which src/page-scripts/shortlist.ts keeps this one in step. */}
            <p className="mt-2 hidden font-semibold print:has-[:not(:empty)]:block">
              {texts.neededBy} <span data-needed-by="">{neededBy && formatDay(neededBy)}</span>
            </p>
            {earlier && <ThenAndNow {...earlier} nowTotal={priced.tonnes.total > 0 ? priced : null} />}
            <KeepShortlist lines={lines} address={dated} neededBy={neededBy} />
          </>
        )}
      </div>
      {(canBeBought || formResult) && <QuoteSection listed={listed} neededBy={neededBy} formResult={formResult} />}
      <ProjectFinder
        action="/shortlist"
        parameters={[
          ...lines.map(({ slug, tonnes }): [string, string] => ['p', `${slug}:${tonnes}`]),
          ...[...asked].filter(([name]) => name === 'on' || name === 'by'),
        ]}
        search={search}
        found={found}
        addressWith={(slug) => shortlistAddress(lines, { edited: [{ slug, tonnes: defaultTonnes }], by: neededBy })}
      />
    </div>
  );
}

/** The id of the notice that takes the focus after a removal, because the link that had the focus is gone. */
const notice = 'removed';

/** Returns what the table shows of a line, and what the browser needs to compute with it. */
function shownLine({ project, tonnes }: Pick<QuotedLine, 'project' | 'tonnes'>) {
  const { location, verificationStandard } = project;
  return { project: { ...pricedProject(project), location, verificationStandard, statedUnits: statedUnits(project) }, tonnes };
}

type ReplaceShortlistProps = {
  lines: ShortlistLine[];
  /** The visitor's own list, if the address names it. */
  yours: ShortlistLine[];
  neededBy: string | undefined;
};

/**
 * Asks whether the list on the page is to take the place of the visitor's own list, or join it. Without scripts, the address names the
 * visitor's own. With scripts it is in the browser's storage: src/page-scripts/shortlist.ts shows the question if the two lists differ, and
 * names the visitor's own in the links that join them and that keep it.
 */
function ReplaceShortlist({ lines, yours, neededBy }: ReplaceShortlistProps) {
  const { text, replace, add, keep } = texts.replace;
  if (lines.length === 0) return null;
  return (
    <div
      role="note"
      className={`${yours.length === 0 ? '[html:not([data-shortlist-foreign])_&]:hidden' : ''} mb-8 border-l-3 border-clay bg-paper-bright px-4 py-3 print:hidden`}
    >
      <p>{text}</p>
      <p className="flex flex-wrap gap-x-8">
        <TextLink href={shortlistAddress(lines, { replace: 'yes', by: neededBy })} rel="nofollow" data-shortlist-edit="own">
          {replace}
        </TextLink>
        <TextLink
          href={shortlistAddress(yours, { edited: lines, by: neededBy })}
          rel="nofollow"
          data-shortlist-edit="own"
          data-shortlist-join=""
        >
          {add}
        </TextLink>
        <TextLink href={shortlistAddress(yours)} rel="nofollow" data-shortlist-keep="">
          {keep}
        </TextLink>
      </p>
    </div>
  );
}

/** What each line of a shortlist, and all of it, cost on an earlier day, beside today. */
function ThenAndNow({ day, lines, thenTotal, nowTotal }: NonNullable<PricedShortlist['earlier']> & { nowTotal: BasketCost | null }) {
  const spoken = formatDay(day);
  const words = texts.day;
  const { project, ...columns } = words.columns;
  const amount = (name: string, cell: (line: ComparedLine<Project>) => string) => ({ name, cell, kind: 'count', named: 'beside' }) as const;
  return (
    <NamedSection titleId="then" title={words.title} titleClass="display-3" className="mt-12 print:(mt-6 break-inside-avoid)">
      <p className="copy mt-2 mb-4 text-ink-soft">{fill(words.intro, { day: spoken })}</p>
      <Table
        caption={fill(words.caption, { day: spoken })}
        look="bill"
        columns={[
          { name: project, cell: ({ line }) => <bdi>{line.project.title}</bdi>, className: 'font-semibold' },
          amount(fill(columns.price, { day: spoken }), ({ then }) => formerPrice(then)),
          amount(columns.now, ({ line }) => formatPrice(line.project)),
          amount(fill(columns.cost, { day: spoken }), ({ thenCost }) => (thenCost === null ? '–' : formatPounds(thenCost))),
          amount(columns.costNow, ({ line }) => (line.cost === null ? '–' : formatPounds(line.cost))),
        ]}
        rows={lines}
        totals={
          thenTotal && nowTotal
            ? (['subtotal', 'vat', 'total'] as const).map((name) => ({
                name: texts.table[name],
                values: [formatPounds(thenTotal[name]), formatPounds(nowTotal[name])],
                isStrong: name === 'total',
              }))
            : []
        }
      />
      {!thenTotal && nowTotal && <p className="copy mt-4 text-ink-soft">{fill(words.noTotal, { day: spoken })}</p>}
    </NamedSection>
  );
}

function formerPrice(then: FormerPrice): string {
  const words = texts.day;
  if (then.price === undefined) return then.since ? fill(words.before, { since: formatDate(then.since) }) : words.unknown;
  return then.price === null ? words.none : formatPounds(then.price);
}

/** The ways to keep, compare, share and print a list. `address`: with the day of its prices, and that by which it is needed. */
function KeepShortlist({ lines, address, neededBy }: { lines: ShortlistLine[]; address: string; neededBy: string | undefined }) {
  const { keep, compare, file } = texts;
  return (
    <div className="mt-12 grid gap-x-16 gap-y-6 border-t border-rule pt-8 lg:grid-cols-2 print:hidden">
      <div>
        <h2 className="display-3">{keep.title}</h2>
        <p className="copy mt-3 text-ink-soft">{keep.body}</p>
      </div>
      <p className="copy hidden text-clay group-has-[[data-unreadable]]:block">{keep.unreadable}</p>
      <div className="group-has-[[data-unreadable]]:hidden">
        <CopyLink address={env().PUBLIC_URL + address} texts={keep.copy} />
        <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
          <PrintButton label={keep.print} />
          <TextLink href={address.replace('/shortlist', '/shortlist.xlsx')} rel="nofollow" download="">
            {file.label}
          </TextLink>
          {lines.length > 1 && lines.length <= compareLimit && (
            <TextLink link={{ label: compare, href: compareAddress(lines, shortlistAddress([], { by: neededBy })) }} rel="nofollow" />
          )}
        </div>
      </div>
    </div>
  );
}

function QuoteSection(form: Pick<ComponentProps<typeof ShortlistQuoteForm>, 'listed' | 'neededBy' | 'formResult'>) {
  return (
    <section id="quote" aria-labelledby="quote-title" className="border-t border-ink py-16 print:hidden">
      <div className="page grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div>
          <Heading id="quote-title" className="display-2" text={quote.title} />
          <p className="copy mt-5 text-ink-soft">{quote.intro}</p>
          <p className="copy mt-4 text-ink-soft">
            {quote.certificate.body} <InlineLink link={quote.certificate.link} />
          </p>
        </div>
        <ShortlistQuoteForm {...form} content={withEmail(quote)} />
      </div>
    </section>
  );
}
