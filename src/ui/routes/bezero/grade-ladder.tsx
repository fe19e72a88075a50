import type { GradeScale } from '#src/content/bezero.ts';

const rungs = [
  'w-full bg-[#1E4B39] text-paper',
  'w-[93%] bg-[#235A55] text-paper',
  'w-[86%] bg-[#2B6873] text-paper',
  'w-[79%] bg-[#8FBAB9] text-ink',
  'w-[72%] bg-[#C4D8C9] text-ink',
  'w-[65%] bg-[#EBDDB5] text-ink',
  'w-[58%] bg-[#E9BE97] text-ink',
  'w-[51%] bg-[#A84A25] text-paper',
] as const;

/** Rating grades as bars, the best first and longest. */
export function GradeLadder({ content }: { content: GradeScale }) {
  return (
    <figure className="w-full border-t border-ink pt-4 lg:w-[min(25rem,34vw)]">
      <figcaption className="label">{content.title}</figcaption>
      <ol className="mt-4 grid gap-1">
        {content.grades.map((grade, index) => (
          <li key={grade} className={`flex min-h-10 items-center justify-between gap-4 px-3 ${rungs[index % rungs.length]}`}>
            <span className="figure text-[1.0625rem] font-medium">{grade}</span>
            <span className="text-right text-[0.8125rem]">
              {index === 0 && content.best}
              {index === content.grades.length - 1 && content.worst}
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-4 max-w-[25rem] text-[0.875rem] leading-[1.5] text-ink-soft">{content.note}</p>
    </figure>
  );
}
