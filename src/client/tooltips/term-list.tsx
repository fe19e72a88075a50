'use client';

import { useIsland } from '#src/client/island.ts';
import type { Term } from '#src/content/types.ts';
import { Tooltip, Tooltips } from './tooltip.tsx';

type TermListProps = { label: string; terms: Term[] };

/** Technical terms beside the figures that use them. Each has a tooltip and links to a full explanation. */
export function TermList({ label, terms }: TermListProps) {
  const island = useIsland<HTMLUListElement>();
  return (
    <div className="flex flex-wrap items-center gap-x-5 text-[0.875rem] text-ink-soft">
      <span className="label">{label}</span>
      <Tooltips>
        <ul ref={island} data-island="waiting" className="flex flex-wrap gap-x-5">
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
        </ul>
      </Tooltips>
    </div>
  );
}
