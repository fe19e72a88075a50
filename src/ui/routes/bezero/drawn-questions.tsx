import type { ReactNode } from 'react';
import type { DrawnQuestions as DrawnQuestionsContent } from '#src/content/bezero.ts';
import { Section, SectionHeading } from '#src/ui/sections/section.tsx';

type Drawing = DrawnQuestionsContent['questions'][number]['drawing'];

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

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);
const box = (x: number, y: number, width: number, height: number) => `M${x} ${y}h${width}v${height}h${-width}z`;
const dot = (x: number, y: number, radius: number) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0`;

const bar = (index: number, height: number) => box(Math.round(26 + index * 13.8), 156 - height, 10, height);
const tonnes = (left: number, rows: number[]) =>
  rows.flatMap((row) => upTo(5).map((column) => box(left + column * 18, 143 - row * 13, 14, 10))).join('');
const felled: [number, number][] = [
  [36, 44],
  [58, 78],
  [30, 112],
  [60, 138],
  [236, 40],
  [272, 62],
  [240, 92],
  [284, 108],
  [246, 140],
];

const drawings: Record<Drawing, ReactNode> = {
  // Emissions without the project and with it: only the gap between the two is a credit.
  baseline: (
    <>
      <path d="M24 156H300" className="stroke-ink-faint" />
      <path d="M24 56C90 52 120 44 170 42S270 34 300 30V118C250 116 210 108 170 92S80 58 24 56Z" className="fill-tide-soft" />
      <path
        d={upTo(18)
          .map((i) => `M${53 + i * 14}.5 ${Math.round(52 - i * 1.2)}V${Math.round(58 + Math.min(60, 0.19 * (i + 2) ** 2))}`)
          .join('')}
        strokeWidth="0.8"
        className="stroke-tide"
      />
      <path d="M24 56C90 52 120 44 170 42S270 34 300 30" className="stroke-ink" strokeWidth="2" strokeDasharray="3 5" />
      <path d="M24 56C80 58 130 76 170 92S250 116 300 118" className="stroke-tide" strokeWidth="3" />
      <circle cx="24" cy="56" r="5" className="fill-ink" />
    </>
  ),
  // Carbon stored over decades: a loss, and the buffer that covers it until the wood has grown back.
  permanence: (
    <>
      <path d="M24 156H300" className="stroke-ink-faint" />
      <path
        d={upTo(20)
          .filter((i) => i < 12 || i > 14)
          .map((i) => bar(i, Math.min(104, 20 + i * 9)))
          .join('')}
        className="fill-canopy"
      />
      <path d={bar(12, 34) + bar(13, 48) + bar(14, 66)} className="fill-clay" />
      <path d={[69, 55, 37].map((height, i) => box(192 + i * 14, 52, 9, height)).join('')} strokeDasharray="2 3" className="stroke-clay" />
    </>
  ),
  // Tonnes achieved and credits issued: the part above the line was never achieved.
  'over-crediting': (
    <>
      <path d="M24 156H300" className="stroke-ink-faint" />
      <path d={tonnes(48, upTo(6)) + tonnes(188, upTo(6))} className="fill-canopy" />
      <path d={tonnes(188, [6, 7, 8])} strokeDasharray="2 2" className="fill-clay-soft stroke-clay" />
      <path d="M32 76.5H300" className="stroke-ink" strokeDasharray="3 5" />
    </>
  ),
  // A fence with trees inside and felled ones outside.
  leakage: (
    <>
      <rect x="88" y="34" width="118" height="112" className="fill-[#DBE6DA] stroke-canopy" strokeWidth="2.5" />
      <path
        d={upTo(20)
          .map((i) => dot(100 + Math.round((i % 5) * 22.5) + ((i * 7) % 5), 48 + Math.floor(i / 5) * 27 + ((i * 5) % 6), 7.5))
          .join('')}
        className="fill-canopy"
      />
      <path d={felled.map(([x, y]) => dot(x, y, 7.5)).join('')} strokeWidth="1.6" strokeDasharray="2 2.5" className="stroke-clay" />
      <path d={felled.map(([x, y]) => `M${x - 3} ${y - 3}l6 6m0-6l-6 6`).join('')} strokeWidth="1.6" className="stroke-clay" />
      <path d="M206 90H222M218 86l5 4l-5 4M88 90H72M76 86l-5 4l5 4" className="stroke-ink" strokeWidth="1.6" />
    </>
  ),
};
