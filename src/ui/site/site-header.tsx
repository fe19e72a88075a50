import type { HeaderLink } from '#src/content/navigation.ts';
import type { site } from '#src/content/site.ts';
import { Mark } from './mark.tsx';

/** What the page's `<header>` contains: brand and main navigation. On a phone the navigation is a native popover, which opens without scripts. */
export function SiteHeader({ links, texts }: { links: HeaderLink[]; texts: (typeof site)['header'] }) {
  return (
    <>
      <div className="page flex min-h-16 flex-wrap items-center justify-between md:(min-h-19 gap-x-3)">
        <a href="/" className="flex min-h-11 items-center gap-1.5 font-display text-[1.375rem] min-[23.25rem]:(gap-3 text-[1.625rem])">
          <Mark />
          Carma
        </a>
        <nav aria-label={texts.navigation} className="hidden lg:block">
          <NavigationList links={links} variant="row" />
        </nav>
        {/* Wide enough for the count, so that nothing moves. src/page-scripts/shortlist/shortlist.ts adds that and the list's address. */}
        <a
          href="/shortlist"
          data-shortlist-link=""
          suppressHydrationWarning
          className="shortlist-link mr-1 ml-auto inline-flex min-h-9 min-w-24 items-center rounded-[3px] px-1 text-[0.875rem] whitespace-pre underline-offset-6 hover:underline min-[23.25rem]:(mr-3 min-w-30 px-3 text-[0.9375rem]) lg:(mr-0 ml-0)"
        >
          {texts.shortlist}
        </a>
        <button
          type="button"
          popoverTarget="menu"
          suppressHydrationWarning
          className="inline-flex min-h-11 min-w-17.5 items-center justify-center rounded-[3px] border border-current px-3 font-semibold lg:hidden"
        >
          {texts.menu}
        </button>
      </div>
      <div
        id="menu"
        popover="auto"
        className="inset-x-0 m-0 w-full max-w-none overflow-y-auto bg-paper text-ink shadow-[0_24px_48px_-24px_rgb(18_51_42/0.5)]"
      >
        <nav aria-label={texts.menu} className="page pb-6">
          <NavigationList links={links} variant="column" />
        </nav>
      </div>
    </>
  );
}

const lists = { row: 'flex flex-wrap items-center gap-x-4 xl:gap-x-6', column: 'border-b border-rule' } as const;
const items = { row: 'flex items-center gap-x-1', column: 'flex flex-wrap items-center gap-x-2 border-t border-rule' } as const;
const anchors = {
  row: 'inline-flex min-h-11 items-center text-[0.9375rem] underline-offset-6 hover:underline',
  column: 'flex min-h-13 flex-1 items-center font-display text-[1.375rem]',
} as const;

/** The element that describes a link which has a note. It is in the menu, and hidden while that is closed, which a description may be. */
const noteId = 'menu-note';

function NavigationList({ links, variant }: { links: HeaderLink[]; variant: 'row' | 'column' }) {
  return (
    <ul className={lists[variant]}>
      {links.map(({ label, href, note }) => (
        <li key={label} className={items[variant]}>
          <a href={href} className={anchors[variant]} aria-describedby={note && noteId}>
            {label}
          </a>
          {note && variant === 'column' && (
            <span id={noteId} className="text-[0.875rem] text-ink-soft">
              {note}
            </span>
          )}
          {note && <LeavesSite />}
        </li>
      ))}
    </ul>
  );
}

/** An arrow out of a box: the link before it leads to another site. */
function LeavesSite() {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3 shrink-0" fill="none" stroke="currentColor" strokeWidth="1.2">
      <path d="M5 2H2v8h8V7M7 1.5h3.5V5M10.5 1.5 5.5 6.5" />
    </svg>
  );
}
