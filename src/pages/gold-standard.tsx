import * as words from '#shared/content/gold-standard.ts';
import { StandardPage } from '#src/pages/_components/standards.tsx';
import { Section } from '#src/ui/sections/frames.tsx';

export default function GoldStandardPage() {
  return (
    <StandardPage words={words}>
      <GoalGrid />
    </StandardPage>
  );
}

/** The seventeen goals, with the required one filled, and the goals that three kinds of project contribute to. */
function GoalGrid() {
  const { names, required, examples } = words.goals;
  return (
    <Section ground="canopy" heading={words.goals}>
      <ol className="mt-12 grid grid-cols-3 border-t border-l border-paper/30 sm:grid-cols-6 lg:grid-cols-9">
        {names.map((name, index) => {
          const isRequired = index + 1 === required.goal;
          return (
            <li
              key={name}
              className={`flex min-h-24 flex-col justify-between gap-2 border-r border-b border-paper/30 p-2.5 ${isRequired ? 'bg-lichen text-ink [forced-color-adjust:none]' : ''}`}
            >
              <span className="figure text-[1.375rem] leading-none">{index + 1}</span>
              <span className={`text-[0.75rem] leading-tight ${isRequired ? 'font-semibold' : 'text-canopy-mist'}`}>
                {name}
                {isRequired && <span className="sr-only">: {required.label}</span>}
              </span>
            </li>
          );
        })}
        <li
          aria-hidden="true"
          className="flex min-h-24 items-end border-r border-b border-paper/30 p-2.5 text-[0.75rem] leading-tight text-lichen"
        >
          {required.label}
        </li>
      </ol>
      <ul className="mt-12 grid gap-x-10 gap-y-8 md:grid-cols-3">
        {examples.map((example) => (
          <li key={example.project} className="border-t border-paper/40 pt-5">
            <h3 className="display-3">{example.project}</h3>
            <ul className="mt-3 flex flex-wrap gap-2 text-[0.8125rem]">
              {example.goals.map((goal) => (
                <li
                  key={goal}
                  className={`border px-2 py-1 ${goal === required.goal ? 'border-lichen bg-lichen text-ink [forced-color-adjust:none]' : 'border-paper/50'}`}
                >
                  <span className="figure mr-0.5">{goal}</span> {names[goal - 1]}
                </li>
              ))}
            </ul>
            <p className="mt-4 leading-[1.6] text-canopy-mist">{example.body}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
