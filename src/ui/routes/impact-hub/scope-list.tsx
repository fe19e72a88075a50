type ScopeListProps = {
  scopes: readonly { title: string; body: string; shown: boolean }[];
  /** The labels for what the demo shows and what is shown elsewhere. */
  labels: { shown: string; elsewhere: string };
};

/** What a demo covers and what it does not. */
export function ScopeList({ scopes, labels }: ScopeListProps) {
  return (
    <dl className="grid md:grid-cols-3">
      {scopes.map(({ title, body, shown }) => (
        <div key={title} className="border-b border-rule py-4 md:(pr-5 not-first:border-l not-first:pl-5)">
          <dt className="flex items-baseline justify-between gap-3 font-semibold">
            {title}
            <span className={`font-mono text-[0.75rem] font-normal ${shown ? 'text-canopy' : 'text-ink-faint'}`}>
              {shown ? labels.shown : labels.elsewhere}
            </span>
          </dt>
          <dd className="mt-1 text-[0.9375rem] leading-[1.5] text-ink-soft">{body}</dd>
        </div>
      ))}
    </dl>
  );
}
