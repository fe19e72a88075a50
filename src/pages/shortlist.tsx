import { unstable_redirect as redirect } from 'waku/router/server';
import { company } from '#server/company.ts';
import { priceShared } from '#server/domain/projects/figures.ts';
import { findProjects } from '#server/domain/projects/find.ts';
import { suggestProjects } from '#server/domain/projects/list.ts';
import { pageContext } from '#server/http/page/page-context.ts';
import { env } from '#server/platform/env.ts';
import { ShortlistTable } from '#src/client/catalogue/shortlist-table.tsx';
import { CopyLink } from '#src/client/copy-link.tsx';
import { ShortlistQuoteForm } from '#src/client/forms/quote-form.tsx';
import { PrintButton } from '#src/client/print-button.tsx';
import { finder } from '#src/content/projects/compare.ts';
import { meta, quote, shortlist } from '#src/content/shortlist.ts';
import { pricedProject } from '#src/lib/money/quote.ts';
import {
  addressNeededBy,
  addressWith,
  defaultTonnes,
  neededByIn,
  readShortlist,
  removedFrom,
  sharedAddress,
  shortlistAddress,
  withLine,
  yoursIn,
} from '#src/lib/shortlist/shortlist-address.ts';
import { formatDay } from '#src/lib/text/dates.ts';
import { storableText } from '#src/schemas/storable-text.ts';
import { QuoteSection } from '#src/ui/routes/shortlist/quote-section.tsx';
import { ReplaceShortlist } from '#src/ui/routes/shortlist/replace-shortlist.tsx';
import { notice, ShortlistSection } from '#src/ui/routes/shortlist/shortlist-section.tsx';
import { ThenAndNow } from '#src/ui/routes/shortlist/then-and-now.tsx';
import { CompactHead } from '#src/ui/sections/compact-head.tsx';
import { ProjectFinder } from '#src/ui/sections/project-finder.tsx';
import { PageHead } from './_components/page-head.tsx';

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
