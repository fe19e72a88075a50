import '#src/styles/development.ts';
import type { ReactNode } from 'react';
import { company } from '#server/company.ts';
import { ClientShell } from '#src/client/client-shell.tsx';
import { footer, mainNavigation } from '#src/content/navigation.ts';
import { SiteFooter } from '#src/ui/site-footer.tsx';
import { SiteHeader } from '#src/ui/site-header.tsx';

export default function Layout({ children }: { children: ReactNode }) {
  const facts = company();
  return (
    <ClientShell>
      <a href="#main" className="btn-primary fixed top-2 left-2 z-40 [&:not(:focus)]:sr-only">
        Skip to content
      </a>
      <SiteHeader links={mainNavigation(facts)} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter content={footer} company={facts} />
    </ClientShell>
  );
}

export const getConfig = async () => ({ render: 'dynamic' }) as const;
