'use client';

import { useIsland } from '#src/client/island.ts';
import type { Term } from '#src/content/types.ts';
import { Tooltips } from './tooltips.tsx';

type TermListProps = { label: string; terms: Term[] };

/** Technical terms beside the figures that use them. Each has a tooltip and links to a full explanation. */
export function TermList({ label, terms }: TermListProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-5 text-[0.875rem] text-ink-soft">
      <span className="label">{label}</span>
      <Tooltips>
        {(Tooltip) => (
          <TermLinks>
            {terms.map(({ term, meaning, href }) => (
              <li key={term}>
                <Tooltip hint={meaning}>
                  <a
                    href={href}
                    className="inline-flex min-h-11 items-center underline decoration-dotted underline-offset-5 hover:decoration-solid"
                  >
                    {term}
                  </a>
                </Tooltip>
              </li>
            ))}
          </TermLinks>
        )}
      </Tooltips>
    </div>
  );
}

function TermLinks({ children }: { children: React.ReactNode }) {
  const island = useIsland<HTMLUListElement>();
  return (
    <ul ref={island} data-island="waiting" className="flex flex-wrap gap-x-5">
      {children}
    </ul>
  );
}
