import type { ReactNode } from 'react';
import { contentsOf } from '#src/lib/text/prose-html.ts';
import { Prose } from './prose.tsx';
import { SideContents } from './side-contents.tsx';

type ReadingColumnProps = { html: string; opening: 'lede' | 'date'; contentsTitle: string; children?: ReactNode };

/** A long text in a readable column, with its contents list beside it. */
export function ReadingColumn({ html, opening, contentsTitle, children }: ReadingColumnProps) {
  return (
    <div className="page grid gap-10 py-10 md:py-16 lg:(grid-cols-[14rem_minmax(0,42rem)] gap-x-20)">
      <SideContents title={contentsTitle} entries={contentsOf(html)} />
      <div className="min-w-0">
        <Prose html={html} opening={opening} />
        {children && <div className="mt-14 grid gap-12">{children}</div>}
      </div>
    </div>
  );
}
