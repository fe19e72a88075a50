import type { ReactNode } from 'react';
import { company } from '#server/company.ts';
import { Static } from '#server/http/page/page.ts';
import { hasSamples } from '#server/platform/database/data-version.ts';
import { footer, type HeaderLink, mainNavigation } from '#shared/content/navigation.ts';
import { site } from '#shared/content/site.ts';
import type { Company } from '#shared/content/types.ts';
import { lastKnownId } from '#shared/lib/protocol/elements.ts';
import { WithToasts } from '#src/client/client-shell.tsx';
import { LinkList } from '#src/ui/controls/links.tsx';
import { Mark } from '#src/ui/sections/frames.tsx';
import { fill } from '#verify/text.ts';

export default function Layout({ children }: { children: ReactNode }) {
  const facts = company();
  return (
    <WithToasts>
      <a href="#main" className="btn-primary fixed top-2 left-2 z-40 [&:not(:focus)]:sr-only">
        {site.skip}
      </a>
      {hasSamples() && (
        <aside
          aria-label={site.samples.label}
          className="relative z-1 bg-clay px-3 py-1 text-center text-[0.8125rem] text-paper-bright print:(bg-transparent text-clay)"
        >
          {site.samples.text}
        </aside>
      )}
      <Static
        as="header"
        className="site-header sticky z-20 border-b border-rule bg-paper text-ink [body:has(#menu:popover-open)_&]:(!bg-paper !text-ink)"
      >
        <SiteHeader links={mainNavigation(facts)} />
      </Static>
      <main id="main" tabIndex={-1}>
        {/* If figures may be outdated, the response cache fills this element, and hydration leaves its content as it is. */}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is empty; this makes React ignore the element's content */}
        <div id={lastKnownId} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
        {children}
      </main>
      <Static as="footer" className="site-footer bg-canopy-deep text-paper">
        <SiteFooter facts={facts} />
      </Static>
    </WithToasts>
  );
}

/** What the page's `<header>` contains: brand and main navigation, on a phone in a native popover, which opens without scripts. */
function SiteHeader({ links }: { links: HeaderLink[] }) {
  return (
    // Whether the header fits into one line depends on the size of its text, which a container's width in rem takes into account.
    <div className="@container">
      <div className="page flex min-h-16 flex-wrap items-center justify-between md:(min-h-19 gap-x-3)">
        <a href="/" className="flex min-h-11 items-center gap-1.5 font-display text-[1.375rem] sm:(gap-3 text-[1.625rem])">
          <Mark />
          Carma
        </a>
        <nav aria-label={site.header.navigation} className="hidden @[62rem]:block">
          <NavigationList links={links} variant="row" />
        </nav>
        {/* Wide enough for the count (`data-count`), so that nothing moves when src/page-scripts/shortlist.ts sets it and the address. */}
        <a
          href="/shortlist"
          data-shortlist-link=""
          suppressHydrationWarning
          className="data-[count]:(bg-lichen text-ink after:tabular-nums) data-[count]:after:content-['_('attr(data-count)')'] mr-2 ml-auto inline-flex min-h-9 min-w-21 items-center justify-end rounded-[3px] px-1 text-[0.875rem] whitespace-pre underline-offset-6 hover:underline sm:(min-w-24.5 px-2 text-[0.9375rem]) @[62rem]:(mr-0 ml-0)"
        >
          {site.header.shortlist}
        </a>
        <button
          type="button"
          popoverTarget="menu"
          suppressHydrationWarning
          className="inline-flex min-h-11 min-w-17.5 items-center justify-center rounded-[3px] border border-current px-3 font-semibold @[62rem]:hidden"
        >
          {/* Both words take the room of the longer one, so that nothing moves. */}
          <span className="grid [&>*]:[grid-area:1/1]">
            <span className="[body:has(#menu:popover-open)_&]:invisible">{site.header.menu}</span>
            <span className="[body:not(:has(#menu:popover-open))_&]:invisible">{site.header.close}</span>
          </span>
        </button>
      </div>
      <div
        id="menu"
        popover="auto"
        // Directly below the header, as src/styles/base.css says more exactly. The shadow of the menu dims the page, but not the header.
        className="inset-x-0 top-16 m-0 max-h-[calc(100dvh-4rem)] w-full max-w-none overflow-y-auto bg-paper text-ink shadow-[0_0_0_100vmax_rgb(18_51_42/0.6)] [clip-path:inset(0_0_-100vmax)]"
      >
        <nav aria-label={site.header.menu} className="page pb-6">
          <NavigationList links={links} variant="column" />
        </nav>
      </div>
    </div>
  );
}

const lists = { row: 'flex flex-wrap items-center gap-x-4 xl:gap-x-6', column: 'border-b border-rule' } as const;
const items = { row: 'flex items-center gap-x-1', column: 'flex flex-wrap items-center gap-x-2 border-t border-rule' } as const;
const anchors = {
  row: 'inline-flex min-h-11 items-center text-[0.9375rem] underline-offset-6 hover:underline',
  column: 'flex min-h-13 flex-1 items-center font-display text-[1.375rem]',
} as const;

function NavigationList({ links, variant }: { links: HeaderLink[]; variant: 'row' | 'column' }) {
  return (
    <ul className={lists[variant]}>
      {links.map(({ label, href, note }) => (
        <li key={label} className={items[variant]}>
          <a href={href} className={anchors[variant]} aria-description={note}>
            {label}
          </a>
          {note && variant === 'column' && <span className="text-[0.875rem] text-ink-soft">{note}</span>}
          {/* An arrow out of a box: the link leads to another site. */}
          {note && (
            <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3 shrink-0" fill="none" stroke="currentColor" strokeWidth="1.2">
              <path d="M5 2H2v8h8V7M7 1.5h3.5V5M10.5 1.5 5.5 6.5" />
            </svg>
          )}
        </li>
      ))}
    </ul>
  );
}

const footerLink =
  'inline-flex min-h-8 items-center py-1 leading-tight sm:(min-h-9 py-1.5) text-canopy-mist underline-offset-4 hover:(text-paper underline)';

/** What the page's `<footer>` contains: links to all parts of the site, the company's details, and the legal pages. */
function SiteFooter({ facts }: { facts: Company }) {
  return (
    <>
      <div className="page grid gap-8 py-10 sm:(gap-12 py-16) lg:grid-cols-[minmax(0,15fr)_minmax(0,51fr)] lg:gap-20">
        <div>
          <p className="flex items-center gap-3 font-display text-[1.625rem]">
            <Mark />
            Carma
          </p>
          <p className="mt-4 max-w-[24rem] text-canopy-mist">{footer.about}</p>
          <a href={`mailto:${facts.contactEmail}`} className={`mt-4 underline ${footerLink}`}>
            {facts.contactEmail}
          </a>
        </div>
        <nav aria-label={site.footer.navigation}>
          {/* On a phone the groups fill two columns one after the other, which leaves no gaps beside the long ones. */}
          <div className="columns-2 gap-x-6 sm:(grid columns-auto gap-y-9 grid-cols-[repeat(auto-fit,minmax(max(7.5rem,30%),1fr))])">
            {footer.groups.map((group) => (
              <div key={group.title} className="break-inside-avoid pb-5 sm:pb-0">
                <GroupTitle>{group.title}</GroupTitle>
                <LinkList links={group.links} linkClass={footerLink} />
              </div>
            ))}
          </div>
          <div className="sm:mt-9">
            <GroupTitle>{footer.further.title}</GroupTitle>
            <LinkList
              links={footer.further.links}
              linkClass={footerLink}
              className="grid gap-x-6 grid-cols-[repeat(auto-fit,minmax(max(7.5rem,30%),1fr))]"
            />
          </div>
        </nav>
      </div>
      <div className="border-t border-paper/25">
        <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-4 sm:py-6 font-mono text-[0.75rem] text-canopy-mist">
          <p>
            {footer.copyright} {fill(site.footer.numbers, facts)}
          </p>
          <LinkList links={footer.legal} linkClass={footerLink} className="flex flex-wrap gap-x-6 font-sans text-[0.875rem]" />
        </div>
      </div>
    </>
  );
}

function GroupTitle({ children }: { children: string }) {
  return <h2 className="eyebrow mb-1.5 text-lichen sm:mb-2">{children}</h2>;
}
