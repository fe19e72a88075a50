/** A code sample. If it is wider than the page it scrolls, by keyboard too. */
export function CodeSample({ label, code }: { label: string; code: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (axe: scrollable-region-focusable)
    <section aria-label={label} tabIndex={0} className="overflow-x-auto bg-ink p-5 text-paper">
      <pre className="font-mono text-[0.875rem] leading-[1.6]">
        <code>{code}</code>
      </pre>
    </section>
  );
}
