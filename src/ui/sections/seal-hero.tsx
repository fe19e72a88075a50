import type { Figure, Hero, StandardId } from '#src/content/types.ts';
import { Actions } from '#src/ui/controls/action-button.tsx';
import { Seal, tones } from './seal.tsx';

type SealHeroProps = { content: Hero; standard: StandardId; figures: Figure[] };

/** The hero of a standard's page: its seal, large, and its figures, each before its label and what it means. */
export function SealHero({ content, standard, figures }: SealHeroProps) {
  const tone = tones[standard];
  return (
    <section className={`relative isolate overflow-clip pt-12 pb-4 md:(pt-20 pb-8) ${tone.tint}`}>
      <Seal
        standard={standard}
        isFirst
        className="absolute grid -top-56 -right-80 -z-1 size-96 opacity-35 md:(-top-28 -right-20 size-80) lg:(top-14 -right-24 size-[30rem] opacity-50) xl:(top-10 right-[max(-6rem,calc(50%-44rem))] size-[36rem] opacity-100)"
      />
      <div className="page">
        <p className={`eyebrow mb-5 ${tone.text}`}>{content.eyebrow}</p>
        <h1 className="display-1 max-w-[8.3em] lg:max-w-[7.6em]">{content.title}</h1>
        <p className="lede mt-6 mb-8 max-w-[34rem]">{content.lede}</p>
        <Actions actions={content.actions} />
        {figures.length > 0 && (
          <ul className={`mt-14 grid border-t sm:auto-cols-fr sm:grid-flow-col md:mt-24 ${tone.edge}`}>
            {figures.map((figure) => (
              <li
                key={figure.label}
                className="grid grid-cols-[8.75rem_minmax(0,1fr)] gap-x-3 border-t border-ink/20 py-4 first:border-t-0 sm:(grid-cols-1 content-start gap-1 border-t-0 py-6 pr-4 not-first:border-l not-first:pl-6)"
              >
                <strong
                  className={`whitespace-nowrap font-display text-[2.25rem] font-normal leading-none lg:text-[3rem] xl:text-[4rem] ${tone.text}`}
                >
                  {figure.value}
                </strong>
                <span className="text-[0.9375rem]">
                  {figure.label}
                  {figure.note && <span className="mt-1 block max-w-[18rem] text-[0.875rem] text-ink-soft">{figure.note}</span>}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
