import { isClaimShown } from '#server/company.ts';
import * as words from '#shared/content/vcs.ts';
import { StandardPage } from '#src/pages/_components/standards.tsx';
import { Paragraphs } from '#src/ui/controls/texts.tsx';
import { Section } from '#src/ui/sections/frames.tsx';
import { StepList } from '#src/ui/sections/lists.tsx';

export default function VcsPage() {
  return (
    <StandardPage words={words}>
      {isClaimShown('standards') && <ShareOfHundred />}
      <StepList content={words.path} />
    </StandardPage>
  );
}

/** The centres of the marks, in rows of ten in a square of 200 units. */
const marks = Array.from({ length: 100 }, (_, i) => `M${(i % 10) * 20 + 10} ${Math.floor(i / 10) * 20 + 10}`);

/** A share as marks out of a hundred, beside a text on what it does and does not mean. */
function ShareOfHundred() {
  const { percent, caption, title, paragraphs } = words.share;
  const path = (shown: string[], shape: string) => shown.map((mark) => mark + shape).join('');
  return (
    <Section ground="canopy">
      <div className="grid items-center gap-12 lg:grid-cols-[minmax(0,25fr)_minmax(0,41fr)] lg:gap-24">
        <figure>
          <svg viewBox="0 0 200 200" aria-hidden="true" className="w-full max-w-[25rem]">
            {/* A circle with a radius of 7. */}
            <path d={path(marks.slice(percent), 'm-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0')} fill="none" className="stroke-canopy-mist/60" />
            {/* A line of no length with round caps is a dot. */}
            <path d={path(marks.slice(0, percent), 'h0')} strokeWidth="15" strokeLinecap="round" className="stroke-lichen" />
          </svg>
          <figcaption className="mt-5 font-mono text-[0.8125rem] text-canopy-mist">{caption}</figcaption>
        </figure>
        <div>
          <h2 className="display-2">{title}</h2>
          <Paragraphs texts={paragraphs} box="mt-7 grid gap-5 text-[1.0625rem] text-paper/90" />
        </div>
      </div>
    </Section>
  );
}
