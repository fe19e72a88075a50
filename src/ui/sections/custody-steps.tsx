import type { ReactNode } from 'react';
import type { Custody } from '#src/content/types.ts';
import { Section } from './section.tsx';

/** `further`: a last fact of each step, by its id, that is not words alone. */
type CustodyStepsProps = { content: Custody; ground?: 'paper' | 'deep'; further?: Record<string, { label: string; value: ReactNode }> };

/** A process as a log: each step, and beside it who acts, what it leaves on file and what would stop it. */
export function CustodySteps({ content, ground = 'paper', further = {} }: CustodyStepsProps) {
  return (
    <Section ground={ground} heading={content}>
      <ol className="mt-12 border-b border-ink md:mt-16">
        {content.steps.map((step, index) => (
          <li
            key={step.id}
            id={step.id}
            className="grid gap-x-10 gap-y-6 border-t border-ink py-8 md:(grid-cols-[5rem_minmax(0,1fr)] py-10) lg:grid-cols-[8rem_minmax(0,1fr)_minmax(0,27rem)]"
          >
            <span aria-hidden="true" className="font-display text-[3.5rem] leading-[0.85] text-clay tabular-nums md:text-[5.5rem]">
              {index + 1}
            </span>
            <div>
              <h3 className="font-display text-[1.75rem] leading-[1.12] tracking-[-0.012em] md:text-[2.125rem]">{step.title}</h3>
              <p className="copy mt-4 text-ink-soft">{step.body}</p>
            </div>
            <dl className="border-t border-rule md:col-start-2 lg:(col-start-auto border-t-0)">
              {[...step.facts, ...(further[step.id] ? [further[step.id]] : [])].map(
                (fact) =>
                  fact && (
                    <div
                      key={fact.label}
                      className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-4 border-b border-rule py-3 last:border-b-0 lg:first:pt-0"
                    >
                      <dt className="label pt-1">{fact.label}</dt>
                      <dd className="text-[0.9375rem] leading-[1.5]">{fact.value}</dd>
                    </div>
                  ),
              )}
            </dl>
          </li>
        ))}
      </ol>
    </Section>
  );
}
