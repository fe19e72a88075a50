import { CodeSample } from './code-sample.tsx';

type CodeTabsProps = { name: string; about: string; samples: { label: string; code: string }[] };

/** A call in several languages, one open at a time: `details` elements that share a `name`. */
export function CodeTabs({ name, about, samples }: CodeTabsProps) {
  return (
    <div className="min-w-0 border-t border-ink">
      {samples.map(({ label, code }, index) => (
        <details key={label} name={name} open={index === 0} className="group border-b border-ink">
          <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-4 font-mono text-[0.8125rem] group-open:font-medium">
            {label}
            <span aria-hidden="true" className="text-lg text-clay transition-rotate group-open:rotate-45">
              +
            </span>
          </summary>
          <CodeSample label={`${about}: ${label}`} code={code} />
        </details>
      ))}
    </div>
  );
}
