import type { site } from '#src/content/site.ts';
import type { Link } from '#src/content/types.ts';
import { Mark } from './mark.tsx';

/** What the page's `<header>` contains: brand and main navigation. On a phone the navigation is a native popover, which opens without scripts. */
export function SiteHeader({ links, texts }: { links: Link[]; texts: (typeof site)['header'] }) {
  return (
    <>
      <div className="page flex min-h-16 flex-wrap items-center justify-between md:(min-h-19 gap-x-6)">
        <a href="/" className="flex min-h-11 items-center gap-1.5 font-display text-[1.375rem] min-[22.5rem]:(gap-3 text-[1.625rem])">
          <Mark />
          Carma
        </a>
        <nav aria-label={texts.navigation} className="hidden lg:block">
          <NavigationList links={links} variant="row" />
        </nav>
        {/* A minimum width, so that nothing moves when the font loads. src/page-scripts/shortlist/shortlist.ts adds the count and the list's address. */}
        <a
          href="/shortlist"
          data-shortlist-link=""
          suppressHydrationWarning
          className="shortlist-link mr-2 ml-auto inline-flex min-h-11 min-w-15 items-center justify-end text-[0.9375rem] underline-offset-6 hover:underline min-[22.5rem]:mr-5 lg:(mr-0 ml-1)"
        >
          {texts.shortlist}
        </a>
        <button
          type="button"
          popoverTarget="menu"
          className="inline-flex min-h-11 min-w-17.5 items-center justify-center rounded-[3px] border border-current px-3 font-semibold lg:hidden"
        >
          {texts.menu}
        </button>
      </div>
      <div
        id="menu"
        popover="auto"
        className="inset-x-0 top-0 m-0 w-full max-w-none overflow-y-auto bg-paper text-ink shadow-[0_24px_48px_-24px_rgb(18_51_42/0.5)]"
      >
        <div className="page flex h-16 items-center justify-between">
          <span className="flex items-center gap-3 font-display text-[1.625rem]">
            <Mark />
            Carma
          </span>
          <button
            type="button"
            popoverTarget="menu"
            popoverTargetAction="hide"
            className="inline-flex min-h-11 items-center rounded-[3px] border border-current px-4 font-semibold"
          >
            {texts.close}
          </button>
        </div>
        <nav aria-label={texts.menu} className="page pb-6">
          <NavigationList links={links} variant="column" />
        </nav>
      </div>
    </>
  );
}

const lists = { row: 'flex flex-wrap items-center gap-x-5 xl:gap-x-6', column: 'border-b border-rule' } as const;
const items = { row: undefined, column: 'border-t border-rule' } as const;
const anchors = {
  row: 'inline-flex min-h-11 items-center text-[0.9375rem] underline-offset-6 hover:underline',
  column: 'flex min-h-13 items-center font-display text-[1.375rem]',
} as const;

function NavigationList({ links, variant }: { links: Link[]; variant: 'row' | 'column' }) {
  return (
    <ul className={lists[variant]}>
      {links.map((link) => (
        <li key={link.label} className={items[variant]}>
          <a href={link.href} className={anchors[variant]}>
            {link.label}
          </a>
        </li>
      ))}
    </ul>
  );
}
