import type { check } from '#src/content/record/index.ts';
import type { Link } from '#src/content/types.ts';
import { fill } from '#src/lib/text/fill.ts';
import { TextLink } from '#src/ui/controls/text-link.tsx';
import { RuledItems } from '#src/ui/sections/texts.tsx';

type HowToCheckProps = {
  content: typeof check;
  origin: string;
  /** The files that the commands read. */
  files: Link[];
};

/** How anybody checks the record, what that proves and, for engineers, an auditor's steps with commands. */
export function HowToCheck({ content, origin, files }: HowToCheckProps) {
  const { title, intro, verify, engineers, commands, steps, limits, formats } = content;
  return (
    <section id="check" aria-labelledby="check-title" className="bg-paper-deep py-14">
      <div className="page">
        <h2 id="check-title" className="display-2">
          {title}
        </h2>
        <p className="copy mt-3 text-ink-soft">{intro}</p>
        <p className="mt-1">
          <TextLink href={verify.href}>{verify.label}</TextLink>
        </p>
        <h3 className="display-3 mt-6">{limits.title}</h3>
        <RuledItems texts={limits.items} className="mt-3 max-w-[52rem] border-b border-rule" />
        <details className="group mt-8 border-y border-ink">
          <summary className="display-3 flex min-h-14 cursor-pointer items-center justify-between">
            {engineers}
            <span aria-hidden="true" className="text-xl text-clay transition-rotate group-open:rotate-45">
              +
            </span>
          </summary>
          <p className="copy text-ink-soft">{commands}</p>
          <ol className="mt-6 grid gap-x-12 gap-y-8 md:grid-cols-2">
            {steps.map((step, index) => (
              <li key={step.title} className="min-w-0 border-t border-rule pt-3">
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
          <p className="mt-6 flex flex-wrap gap-x-6">
            {files.map(({ label, href }) => (
              <TextLink key={href} href={href}>
                {label}
              </TextLink>
            ))}
          </p>
          <p className="my-4 text-[0.9375rem] text-ink-soft">{formats}</p>
        </details>
      </div>
    </section>
  );
}
