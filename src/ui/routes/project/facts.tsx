import type { ReactNode } from 'react';
import { formatDate } from '#src/lib/text/dates.ts';

/** A name and what is stated under it, as a row of a `dl`. */
export function Fact({ name, isPlain = false, children }: { name: string; isPlain?: boolean; children: ReactNode }) {
  return (
    <div className={`grid gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)] ${isPlain ? 'py-1' : 'border-t border-rule py-2.5'}`}>
      <dt className="text-[0.9375rem] text-ink-soft">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

/** A link to another site, marked as not endorsed by us. */
export function ExternalLink({ address, text }: { address: string; text: string }) {
  return (
    <a href={address} rel="nofollow noopener" className="text-link break-words text-canopy">
      <bdi>{text}</bdi>
    </a>
  );
}

/** A day, given as 2026-03-31. */
export function Day({ date }: { date: string }) {
  return (
    <time dateTime={date} className="figure text-[0.9375rem] text-ink-soft">
      {formatDate(new Date(date))}
    </time>
  );
}
