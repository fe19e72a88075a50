import type { ContentsEntry } from '#src/lib/text/prose-html.ts';
import { Summary } from '#src/ui/controls/summary.tsx';

type SideContentsProps = { title: string; entries: ContentsEntry[] };

/** The contents list of a long text: beside it on wide screens, collapsed above it on narrow ones. */
export function SideContents({ title, entries }: SideContentsProps) {
  return (
    <div className="print:hidden">
      <nav aria-label={title} className="sticky top-28 hidden lg:block">
        <p className="label border-b border-ink pb-2.5">{title}</p>
        <Entries entries={entries} />
      </nav>
      <details className="group border-y border-ink lg:hidden">
        <Summary className="min-h-12 gap-4 font-semibold">{title}</Summary>
        <nav aria-label={title}>
          <Entries entries={entries} />
        </nav>
      </details>
    </div>
  );
}

function Entries({ entries }: { entries: ContentsEntry[] }) {
  return (
    <ol className="text-[0.875rem] leading-snug">
      {entries.map(({ id, text }) => (
        <li key={id} className="border-b border-rule last:border-b-0 lg:last:border-b">
          <a
            href={`#${id}`}
            className="flex min-h-11 items-center py-2 text-ink-soft underline-offset-4 hover:(text-ink underline) lg:min-h-9"
          >
            {text}
          </a>
        </li>
      ))}
    </ol>
  );
}
