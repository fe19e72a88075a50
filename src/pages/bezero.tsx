import * as words from '#shared/content/bezero.ts';
import { ContentPage } from '#src/pages/_components/content-page.tsx';
import { Drawing, NoteLine, Section } from '#src/ui/sections/frames.tsx';
import { EditorialSplit } from '#src/ui/sections/reading.tsx';

export default function BezeroPage() {
  return (
    <ContentPage path="/bezero" words={words} aside={<GradeLadder />}>
      <DrawnQuestions />
      <EditorialSplit content={words.use} ground="canopy" />
      <NoteLine content={words.limit} />
    </ContentPage>
  );
}

/** Rating grades as bars, the best first and longest. */
function GradeLadder() {
  const { title, grades, best, worst, note } = words.scale;
  return (
    <figure className="w-full border-t border-ink pt-4 lg:w-[min(25rem,34vw)]">
      <figcaption className="label">{title}</figcaption>
      <ol className="mt-4 grid gap-1 [forced-color-adjust:none] print:[&>li]:(border border-ink)">
        {grades.map((grade, index) => (
          <li key={grade} className={`flex min-h-10 items-center justify-between gap-4 px-3 ${rungs[grade]}`}>
            <span className="figure text-[1.0625rem] font-medium">{grade}</span>
            <span className="text-right text-[0.8125rem]">
              {index === 0 && best}
              {index === grades.length - 1 && worst}
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-4 max-w-[25rem] text-[0.875rem] leading-[1.5] text-ink-soft">{note}</p>
    </figure>
  );
}

/** The class of each grade's bar. */
const rungs: Record<(typeof words.scale.grades)[number], string> = {
  AAA: 'w-full bg-[#1E4B39] text-paper',
  AA: 'w-[93%] bg-[#235A55] text-paper',
  A: 'w-[86%] bg-[#2B6873] text-paper',
  BBB: 'w-[79%] bg-[#8FBAB9] text-ink',
  BB: 'w-[72%] bg-[#C4D8C9] text-ink',
  B: 'w-[65%] bg-[#EBDDB5] text-ink',
  C: 'w-[58%] bg-[#E9BE97] text-ink',
  D: 'w-[51%] bg-[#A84A25] text-paper',
};

/** Questions, each with a drawing of the problem and what to ask. */
function DrawnQuestions() {
  const { id, askTitle, questions } = words.questions;
  return (
    <Section id={id} ground="deep" heading={words.questions}>
      <ol className="mt-12 border-b border-ink">
        {questions.map((item) => (
          <li
            key={item.title}
            className="grid gap-x-12 gap-y-6 border-t border-ink py-9 md:grid-cols-[minmax(0,24fr)_minmax(0,42fr)] lg:gap-x-20"
          >
            <Drawing
              name={`questions/${item.drawing}`}
              size={[320, 180]}
              className="h-auto w-full max-w-[24rem] bg-paper-bright outline-1 outline-rule"
            />
            <div>
              <h3 className="eyebrow text-tide">{item.title}</h3>
              <p className="mt-3 font-display text-[1.875rem] leading-[1.12] tracking-[-0.014em] md:text-[2.5rem]">{item.question}</p>
              <p className="copy mt-5 text-ink-soft">{item.body}</p>
              <p className="mt-5 max-w-[40rem] border-t border-rule-strong/50 pt-3 leading-[1.55]">
                <span className="label mr-2">{askTitle}</span> {item.ask}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
