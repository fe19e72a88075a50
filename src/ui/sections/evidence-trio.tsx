import type { EvidenceGroup } from '#src/content/types.ts';
import { Section } from './section.tsx';

type EvidenceTrioProps = { content: EvidenceGroup; ground?: 'deep' | 'canopy' };

/** Claims side by side, each under an explanatory drawing. */
export function EvidenceTrio({ content, ground = 'deep' }: EvidenceTrioProps) {
  const onDark = ground === 'canopy';
  return (
    <Section ground={ground} heading={content}>
      <ul className="mt-12 grid gap-x-10 gap-y-14 md:grid-cols-3">
        {content.items.map((item) => (
          <li key={item.title} className="flex flex-col">
            <div className={`border-y py-7 ${onDark ? 'border-paper/30' : 'border-ink/30'}`}>
              <img
                src={`/pictures/evidence/${item.drawing}.svg`}
                alt=""
                width="320"
                height="120"
                loading="lazy"
                className="h-auto w-full"
              />
            </div>
            <h3 className="display-3 mt-6">{item.title}</h3>
            <p className={`mt-3 text-pretty leading-[1.6] ${onDark ? 'text-canopy-mist' : 'text-ink-soft'}`}>{item.body}</p>
            {item.link && (
              <a
                href={item.link.href}
                className={`text-link mt-auto inline-flex min-h-11 items-center pt-4 ${onDark ? 'text-lichen' : 'text-canopy'}`}
              >
                {item.link.label}
              </a>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
