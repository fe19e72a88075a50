import type { Steps } from '#src/content/types.ts';
import { Section } from './section.tsx';

type StepListProps = { content: Steps; ground?: 'paper' | 'canopy'; id?: string };

/** A process as stations along one line, in order. */
export function StepList({ content, ground = 'paper', id }: StepListProps) {
  const onDark = ground === 'canopy';
  return (
    <Section id={id} ground={ground} heading={content}>
      <ol className="mt-12 grid gap-x-8 lg:(auto-cols-fr grid-flow-col)">
        {content.steps.map((step, index) => (
          <li
            key={step.title}
            className={`relative border-l pb-9 pl-7 last:pb-0 lg:(border-l-0 border-t pb-0 pl-0 pt-8) ${onDark ? 'border-paper/40' : 'border-ink'}`}
          >
            <span
              aria-hidden="true"
              className={`absolute -left-[0.4375rem] top-1 size-3.5 rounded-full border-2 lg:(left-0 -top-[0.4375rem]) ${onDark ? 'border-lichen bg-canopy-deep' : 'border-canopy bg-lichen'}`}
            />
            <p className={`figure text-[0.8125rem] ${onDark ? 'text-lichen' : 'text-clay'}`}>Step {index + 1}</p>
            <h3 className="display-3 mt-2">{step.title}</h3>
            <p className={`mt-2.5 text-pretty leading-[1.55] ${onDark ? 'text-canopy-mist' : 'text-ink-soft'}`}>{step.body}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
