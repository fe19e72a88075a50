import type { ReactNode } from 'react';
import { company } from '#server/company.ts';
import { hasSamples } from '#server/domain/data-version.ts';
import { Static } from '#server/http/page/static.tsx';
import { ClientShell } from '#src/client/client-shell.tsx';
import { footer, mainNavigation } from '#src/content/navigation.ts';
import { site } from '#src/content/site.ts';
import { lastKnownId } from '#src/lib/protocol/last-known.ts';
import { SiteFooter } from '#src/ui/site/site-footer.tsx';
import { SiteHeader } from '#src/ui/site/site-header.tsx';

export default function Layout({ children }: { children: ReactNode }) {
  const facts = company();
  return (
    <ClientShell>
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
      <Static as="header" className="site-header">
        <SiteHeader links={mainNavigation(facts)} texts={site.header} />
      </Static>
      <main id="main" tabIndex={-1}>
        {/* Filled in the response, not here, if figures may be outdated; hydration leaves it as it is. */}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is empty; this makes React ignore the element's content */}
        <div id={lastKnownId} suppressHydrationWarning dangerouslySetInnerHTML={nothing} />
        {children}
      </main>
      <Static as="footer" className="site-footer bg-canopy-deep text-paper">
        <SiteFooter content={footer} texts={site.footer} company={facts} />
      </Static>
    </ClientShell>
  );
}

const nothing = { __html: '' };
