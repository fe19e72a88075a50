import type { check } from '#src/content/record/index.ts';
import { fill } from '#src/lib/text/fill.ts';

/** An auditor's steps for checking the record, with commands, and what they prove. */
export function HowToCheck({ content, origin }: { content: typeof check; origin: string }) {
  const { title, intro, steps, limits, formats } = content;
  return (
    <section id="check" aria-labelledby="check-title" className="bg-paper-deep py-14">
      <div className="page">
        <h2 id="check-title" className="display-2">
          {title}
        </h2>
        <p className="copy mt-3 text-ink-soft">{intro}</p>
        <ol className="mt-8 grid gap-x-12 gap-y-8 md:grid-cols-2">
          {steps.map((step, index) => (
            <li key={step.title} className="min-w-0 border-t border-ink pt-3">
              <h3 className="font-semibold">
                <span className="figure mr-3 text-ink-faint">{index + 1}</span>
                {step.title}
              </h3>
              <p className="mt-1 text-[0.9375rem] text-ink-soft">{step.body}</p>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
              <pre tabIndex={0} className="mt-3 overflow-x-auto bg-canopy-deep p-4 font-mono text-[0.8125rem] leading-relaxed text-paper">
                <code>{fill(step.code, { origin })}</code>
              </pre>
            </li>
          ))}
        </ol>
        <h3 className="display-3 mt-10">{limits.title}</h3>
        <ul className="mt-3 max-w-[52rem] border-b border-rule">
          {limits.items.map((item) => (
            <li key={item} className="border-t border-rule py-2.5">
              {item}
            </li>
          ))}
        </ul>
        <p className="mt-4 text-[0.9375rem] text-ink-soft">{formats}</p>
      </div>
    </section>
  );
}
