import { OpenMarker } from '#src/ui/controls/summary.tsx';
import { Paragraphs } from '#src/ui/sections/texts.tsx';

type RecordNoticeProps = {
  title: string;
  texts: string[];
  /** A text in a fixed form, such as a checkpoint. */
  source?: { label: string; text: string };
};

/** A notice about the log as a whole. */
export function RecordNotice({ title, texts, source }: RecordNoticeProps) {
  return (
    <section className="my-6 max-w-[52rem] border-l-3 border-clay bg-paper-bright px-4 py-3">
      <h2 className="font-semibold">{title}</h2>
      <Paragraphs texts={texts} className="mt-1 break-words" />
      {source && (
        <details className="group mt-1">
          <summary className="flex min-h-11 cursor-pointer items-center gap-4">
            {source.label}
            <OpenMarker />
          </summary>
          <pre className="overflow-x-auto whitespace-pre-wrap break-all font-mono text-[0.75rem] leading-relaxed">{source.text}</pre>
        </details>
      )}
    </section>
  );
}
