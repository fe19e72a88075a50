import type { Clocks } from '#src/content/impact-hub.ts';
import { logShare } from '#src/lib/drawing/log-scale.ts';
import { Section } from '#src/ui/sections/section.tsx';

/** How often several figures change, as bars on a logarithmic scale from seconds to years. */
export function ClockScale({ content, id }: { content: Clocks; id?: string }) {
  const seconds = content.axis.map((tick) => tick.seconds);
  const range = { least: Math.min(...seconds), most: Math.max(...seconds) };
  const ticks = content.axis.map(({ label, seconds: at }) => ({ label, x: 1000 * logShare(at, range) }));
  return (
    <Section id={id} heading={content}>
      <ol className="mt-8 border-b md:mt-12 border-rule">
        {content.clocks.map((clock) => {
          const from = 1000 * logShare(clock.least, range);
          const to = 1000 * logShare(clock.most, range);
          return (
            <li
              key={clock.title}
              className="grid gap-x-10 gap-y-3 border-t border-rule py-5 md:py-6 first:border-ink lg:grid-cols-[21rem_minmax(0,1fr)]"
            >
              <div>
                <h3 className="display-3">{clock.title}</h3>
                <p className="figure mt-1 text-[0.875rem] text-clay">{clock.pace}</p>
              </div>
              <div>
                <svg viewBox="0 0 1000 26" preserveAspectRatio="none" aria-hidden="true" className="hidden h-6.5 w-full md:block">
                  {ticks.map(({ label, x }) => (
                    <path
                      key={label}
                      d={`M${x} 0v26`}
                      strokeWidth="1"
                      vectorEffect="non-scaling-stroke"
                      className="stroke-rule-strong/60"
                    />
                  ))}
                  <path d="M0 13H1000" strokeWidth="1" vectorEffect="non-scaling-stroke" className="stroke-rule-strong/60" />
                  <path d={`M${from} 13H${to}`} strokeWidth="12" vectorEffect="non-scaling-stroke" className="stroke-canopy" />
                </svg>
                <p className="copy mt-2 text-ink-soft">{clock.body}</p>
              </div>
            </li>
          );
        })}
      </ol>
      <svg viewBox="0 0 1000 30" aria-hidden="true" className="ml-auto mt-2 hidden w-full lg:(block w-[calc(100%-23.5rem)])">
        {ticks.map(({ label, x }, index) => (
          <text
            key={label}
            x={x}
            y="20"
            fontSize="15"
            textAnchor={index === 0 ? 'start' : index === ticks.length - 1 ? 'end' : 'middle'}
            className="fill-ink-soft font-mono"
          >
            {label}
          </text>
        ))}
      </svg>
      <p className="mt-2 hidden justify-between font-mono text-[0.75rem] text-ink-soft md:flex lg:hidden" aria-hidden="true">
        <span>{ticks[0]?.label}</span>
        <span>{ticks.at(-1)?.label}</span>
      </p>
    </Section>
  );
}
