import type { DrawnQuestions as DrawnQuestionsContent } from '#src/content/bezero.ts';
import { Section, SectionHeading } from '#src/ui/sections/section.tsx';

/** Questions, each with a drawing of the problem and what to ask. */
export function DrawnQuestions({ content }: { content: DrawnQuestionsContent }) {
  return (
    <Section id={content.id} ground="deep">
      <SectionHeading title={content.title} intro={content.intro} />
      <ol className="mt-12 border-b border-ink">
        {content.questions.map((item) => (
          <li
            key={item.title}
            className="grid gap-x-12 gap-y-6 border-t border-ink py-9 lg:grid-cols-[minmax(0,24fr)_minmax(0,42fr)] lg:gap-x-20"
          >
            <img
              src={`/pictures/questions/${item.drawing}.svg`}
              alt=""
              width="320"
              height="180"
              loading="lazy"
              className="h-auto w-full max-w-[24rem] bg-paper-bright outline-1 outline-rule"
            />
            <div>
              <h3 className="eyebrow text-tide">{item.title}</h3>
              <p className="mt-3 font-display text-[1.875rem] leading-[1.12] tracking-[-0.014em] md:text-[2.5rem]">{item.question}</p>
              <p className="copy mt-5 text-ink-soft">{item.body}</p>
              <p className="mt-5 max-w-[40rem] border-t border-rule-strong/50 pt-3 leading-[1.55]">
                <span className="label mr-3">{content.asks}</span>
                {item.ask}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
