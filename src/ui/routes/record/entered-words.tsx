import type { VerifyTexts } from '#shared/content/record/verify.ts';
import { fill } from '#shared/lib/text/fill.ts';
import { isolate } from '#shared/lib/text/isolate.ts';
import { TextLink } from '#src/ui/controls/links.tsx';

/** What /verify answers to words that are no number and no file, such as a name: what can be entered, and the record's search for them. */
export function EnteredWords({ texts, words }: { texts: VerifyTexts['words']; words: string }) {
  return (
    <div className="max-w-[52rem] border border-ink bg-paper-bright p-5 [overflow-wrap:anywhere] md:p-7">
      <p className="display-3">{texts.title}</p>
      <p className="mt-3">{texts.takes}</p>
      <TextLink href={`/record?q=${encodeURIComponent(words)}`} rel="nofollow" className="mt-2">
        {fill(texts.search, { words: isolate(words) })}
      </TextLink>
    </div>
  );
}
