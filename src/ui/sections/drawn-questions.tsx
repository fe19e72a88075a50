import type { ReactNode } from 'react';
import type { DrawnQuestions as DrawnQuestionsContent } from '#src/content/types.ts';
import { Section, SectionHeading } from '../section.tsx';

type Drawing = DrawnQuestionsContent['questions'][number]['drawing'];

/** Questions as plates from a notebook: a drawing of the fault, the question, and what to ask. */
export function DrawnQuestions({ content }: { content: DrawnQuestionsContent }) {
  return (
    <Section id={content.id} ground="deep">
      <SectionHeading eyebrow={content.eyebrow} title={content.title} intro={content.intro} />
      <ol className="mt-12 border-b border-ink">
        {content.questions.map((item) => (
          <li key={item.title} className="grid gap-x-12 gap-y-6 border-t border-ink py-9 lg:grid-cols-[24rem_minmax(0,1fr)] lg:gap-x-20">
            <svg
              viewBox="0 0 320 180"
              fill="none"
              aria-hidden="true"
              className="w-full max-w-[24rem] bg-paper-bright outline-1 outline-rule"
            >
              {drawings[item.drawing]}
            </svg>
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

const columns = Array.from({ length: 20 }, (_, i) => i);

const drawings: Record<Drawing, ReactNode> = {
  // Emissions without the project and with it: only the gap between the two is a credit.
  baseline: (
    <>
      <path d="M24 156H300" className="stroke-ink-faint" />
      <path d="M24 56C90 52 120 44 170 42S270 34 300 30V118C250 116 210 108 170 92S80 58 24 56Z" className="fill-tide-soft" />
      {columns.slice(2).map((i) => (
        <path
          key={i}
          d={`M${24 + i * 14.5} ${54 - i * 1.2}V${57 + Math.min(61, 0.19 * i * i)}`}
          className="stroke-tide"
          strokeWidth="0.8"
        />
      ))}
      <path d="M24 56C90 52 120 44 170 42S270 34 300 30" className="stroke-ink" strokeWidth="2" strokeDasharray="3 5" />
      <path d="M24 56C80 58 130 76 170 92S250 116 300 118" className="stroke-tide" strokeWidth="3" />
      <circle cx="24" cy="56" r="5" className="fill-ink" />
    </>
  ),
  // Carbon held over decades: one loss, and the buffer blocks that stand behind it.
  permanence: (
    <>
      <path d="M24 156H300" className="stroke-ink-faint" />
      {columns.map((i) => {
        const held = i === 12 ? 34 : i === 13 ? 48 : i === 14 ? 66 : Math.min(104, 20 + i * 9);
        return (
          <rect
            key={i}
            x={26 + i * 13.8}
            y={156 - held}
            width="10"
            height={held}
            className={i >= 12 && i <= 14 ? 'fill-clay' : 'fill-canopy'}
          />
        );
      })}
      {[12, 13, 14].map((i) => (
        <rect
          key={i}
          x={26.5 + i * 13.8}
          y="52"
          width="9"
          height={i === 12 ? 69 : i === 13 ? 55 : 37}
          strokeDasharray="2 3"
          className="stroke-clay"
        />
      ))}
    </>
  ),
  // Tonnes achieved, and credits issued: the part above the line was never there.
  'over-crediting': (
    <>
      <path d="M24 156H300" className="stroke-ink-faint" />
      {columns.slice(0, 8).map((row) => (
        <g key={row}>
          {[0, 1, 2, 3, 4].map((i) => (
            <rect
              key={i}
              x={48 + i * 18}
              y={140 - row * 16}
              width="14"
              height="12"
              className={row < 5 ? 'fill-canopy' : 'fill-transparent'}
            />
          ))}
          {[0, 1, 2, 3, 4].map((i) => (
            <rect
              key={i}
              x={188 + i * 18}
              y={140 - row * 16}
              width="14"
              height="12"
              strokeDasharray={row < 5 ? undefined : '2 2'}
              className={row < 5 ? 'fill-canopy' : 'fill-clay-soft stroke-clay'}
            />
          ))}
        </g>
      ))}
      <path d="M32 72H300" className="stroke-ink" strokeDasharray="3 5" />
    </>
  ),
  // A fence with the trees standing inside, and the felling outside it.
  leakage: (
    <>
      <rect x="88" y="34" width="118" height="112" className="fill-[#DBE6DA] stroke-canopy" strokeWidth="2.5" />
      {columns.map((i) => {
        const [x, y] = [102 + (i % 5) * 22.5, 50 + Math.floor(i / 5) * 27];
        return <circle key={i} cx={x + ((i * 7) % 5) - 2} cy={y + ((i * 5) % 6) - 2} r="7.5" className="fill-canopy" />;
      })}
      {[
        [36, 44],
        [58, 78],
        [30, 112],
        [60, 138],
        [236, 40],
        [272, 62],
        [240, 92],
        [284, 108],
        [246, 140],
      ].map(([x, y]) => (
        <g key={`${x} ${y}`} className="stroke-clay" strokeWidth="1.6">
          <circle cx={x} cy={y} r="7.5" strokeDasharray="2 2.5" />
          <path d={`M${(x ?? 0) - 3} ${(y ?? 0) - 3}l6 6m0 -6l-6 6`} />
        </g>
      ))}
      <path d="M206 90H222M218 86l5 4l-5 4M88 90H74M78 86l-5 4l5 4" className="stroke-ink" strokeWidth="1.6" />
    </>
  ),
};
