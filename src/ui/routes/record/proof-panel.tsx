import type { entry } from '#src/content/record/index.ts';
import { fill } from '#src/lib/text/fill.ts';
import { Summary } from '#src/ui/controls/summary.tsx';
import { TextLink } from '#src/ui/controls/text-link.tsx';

type ProofPanelProps = {
  texts: (typeof entry)['proof'];
  index: number;
  size: number;
  canonical: string;
  /** Addresses; undefined if the log cannot sign at the moment. */
  files: { json: string; proof: string } | undefined;
};

/** The proof of an entry as files, and the exact text of the entry. */
export function ProofPanel({ texts, index, size, canonical, files }: ProofPanelProps) {
  return (
    <aside className="min-w-0 self-start bg-paper-deep p-5 md:p-7 print:hidden">
      <h2 className="display-3">{texts.title}</h2>
      {files ? (
        <>
          <p className="mt-2 text-[0.9375rem] text-ink-soft">{fill(texts.body, { index: String(index), size: String(size) })}</p>
          <p className="mt-2 flex flex-col items-start">
            <TextLink href={files.json} download="">
              {texts.json}
            </TextLink>
            <TextLink href={files.proof} download="">
              {texts.proof}
            </TextLink>
            <TextLink href={`/verify?entry=${index}`}>{texts.verify}</TextLink>
          </p>
        </>
      ) : (
        <p className="mt-2 text-clay">{texts.none}</p>
      )}
      <details className="group mt-3 border-t border-rule">
        <Summary className="min-h-11 gap-4">{texts.canonical}</Summary>
        <pre className="overflow-x-auto whitespace-pre-wrap break-all font-mono text-[0.75rem] leading-relaxed">{canonical}</pre>
      </details>
    </aside>
  );
}
