import type { ReactNode } from 'react';
import { shareLinks } from '#src/lib/articles/share-links.ts';
import { Described } from '#src/ui/controls/described.tsx';

type ShareBarProps = {
  title: string;
  /** The description of each network's link. */
  newTab: string;
  article: { address: string; title: string };
  /** The copy-link island. */
  children: ReactNode;
};

/** Ways to share an article: three networks, and its address to copy. */
export function ShareBar({ title, newTab, article, children }: ShareBarProps) {
  return (
    <section aria-labelledby="share" className="border-t border-ink pt-5 print:hidden">
      <h2 id="share" className="label mb-4">
        {title}
      </h2>
      <div className="grid gap-3">
        <ul className="grid grid-cols-3 gap-3">
          {shareLinks(article).map((link) => (
            <li key={link.label}>
              <Described by={newTab} name={link.label}>
                {(described) => (
                  <a href={link.href} target="_blank" rel="noopener" className="btn-outline w-full px-3" {...described}>
                    {link.label}
                  </a>
                )}
              </Described>
            </li>
          ))}
        </ul>
        {children}
      </div>
    </section>
  );
}
