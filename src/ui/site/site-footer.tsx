import type { Footer } from '#src/content/navigation.ts';
import type { site } from '#src/content/site.ts';
import type { Company, Link } from '#src/content/types.ts';
import { fill } from '#src/lib/text/fill.ts';
import { Mark } from './mark.tsx';

const footerLink =
  'inline-flex min-h-8 items-center py-1 leading-tight sm:(min-h-9 py-1.5) text-canopy-mist underline-offset-4 hover:(text-paper underline)';

type SiteFooterProps = { content: Footer; texts: (typeof site)['footer']; company: Company };

/** What the page's `<footer>` contains: links to all parts of the site, the company's details, and the legal pages. */
export function SiteFooter({ content, texts, company }: SiteFooterProps) {
  return (
    <>
      <div className="page grid gap-8 py-10 sm:(gap-12 py-16) lg:grid-cols-[minmax(0,15fr)_minmax(0,51fr)] lg:gap-20">
        <div>
          <p className="flex items-center gap-3 font-display text-[1.625rem]">
            <Mark />
            Carma
          </p>
          <p className="mt-4 max-w-[24rem] text-canopy-mist">{content.about}</p>
          <a href={`mailto:${company.contactEmail}`} className={`mt-4 underline ${footerLink}`}>
            {company.contactEmail}
          </a>
        </div>
        <nav aria-label={texts.navigation}>
          {/* On a phone the groups fill two columns one after the other, which leaves no gaps beside the long ones. */}
          <div className="columns-2 gap-x-6 sm:(grid columns-auto grid-cols-3 gap-y-9)">
            {content.groups.map((group) => (
              <div key={group.title} className="break-inside-avoid pb-5 sm:pb-0">
                <GroupTitle>{group.title}</GroupTitle>
                <LinkList links={group.links} />
              </div>
            ))}
          </div>
          <div className="sm:mt-9">
            <GroupTitle>{content.further.title}</GroupTitle>
            <LinkList links={content.further.links} className="grid grid-cols-2 gap-x-6 sm:grid-cols-3" />
          </div>
        </nav>
      </div>
      <div className="border-t border-paper/25">
        <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-4 sm:py-6 font-mono text-[0.75rem] text-canopy-mist">
          <p>
            {content.copyright} {fill(texts.numbers, company)}
          </p>
          <LinkList links={content.legal} className="flex gap-x-6 font-sans text-[0.875rem]" />
        </div>
      </div>
    </>
  );
}

function GroupTitle({ children }: { children: string }) {
  return <h2 className="eyebrow mb-1.5 text-lichen sm:mb-2">{children}</h2>;
}

function LinkList({ links, className }: { links: Link[]; className?: string }) {
  return (
    <ul className={className}>
      {links.map((link) => (
        <li key={link.href}>
          <a href={link.href} className={footerLink}>
            {link.label}
          </a>
        </li>
      ))}
    </ul>
  );
}
