import type { Signatures } from '#src/content/standards.ts';

/** The parties who sign for one tonne, in order, as a label beside a hero. */
export function SignatureChain({ content }: { content: Signatures }) {
  return (
    <div className="w-full border border-rule bg-paper-bright p-1.5 lg:w-[min(25rem,34vw)]">
      <div className="border border-rule px-5 pt-5 pb-3 md:px-6">
        <h2 className="display-3">{content.title}</h2>
        <ol className="mt-4">
          {content.entries.map((entry, index) => (
            <li key={entry.act} className="grid grid-cols-[6.75rem_minmax(0,1fr)] gap-x-4 border-t border-rule py-3">
              <span className="font-mono text-[0.75rem] text-clay">
                <span aria-hidden="true" className="mr-2 text-ink-faint">
                  {index + 1}
                </span>
                {entry.act}
              </span>
              <span className="text-[0.9375rem] leading-snug">
                <strong className="font-semibold">{entry.who}</strong> {entry.body}
              </span>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}
