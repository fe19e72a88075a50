import type { ReactNode } from 'react';

/** A list of facts. Those without a value are omitted. */
export function FactList({ facts }: { facts: [name: string, value: ReactNode][] }) {
  return (
    <dl className="border-b border-rule">
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
        .map(([name, value]) => (
          <div key={name} className="grid gap-x-6 border-t border-rule py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
            <dt className="text-[0.9375rem] text-ink-soft">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
