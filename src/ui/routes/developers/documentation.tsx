import type { ReactNode } from 'react';
import type { ContentsEntry } from '#src/lib/text/prose-html.ts';
import { SideContents } from '#src/ui/sections/side-contents.tsx';

type DocumentationProps = { contentsTitle: string; entries: ContentsEntry[]; children: ReactNode };

/** A page of documentation: its contents beside its text. */
export function Documentation({ contentsTitle, entries, children }: DocumentationProps) {
  return (
    <div className="page grid gap-x-16 gap-y-10 py-12 md:py-20 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <div className="lg:[&>div]:h-full [&_nav]:lg:(max-h-[calc(100vh-9rem)] overflow-y-auto)">
        <SideContents title={contentsTitle} entries={entries} />
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
