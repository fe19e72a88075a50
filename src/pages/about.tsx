import { isClaimShown } from '#server/company.ts';
import * as words from '#shared/content/about.ts';
import { ContentPage } from '#src/pages/_components/content-page.tsx';
import { Paragraphs } from '#src/ui/controls/texts.tsx';
import { EvidenceTrio } from '#src/ui/sections/cards.tsx';
import { Drawing, HeroText, pictured, Section } from '#src/ui/sections/frames.tsx';
import { EntryList } from '#src/ui/sections/lists.tsx';
import { EditorialSplit } from '#src/ui/sections/reading.tsx';
import { FigureStrip } from '#src/ui/sections/sheets.tsx';

export default function AboutPage() {
  return (
    <ContentPage path="/about" words={words} head={<RingHero />}>
      <MissionValues />
      <EvidenceTrio content={words.difference} />
      <EditorialSplit content={words.referees} ground="canopy" />
      <Section heading={words.journey}>
        <EntryList entries={words.journey.entries} look="dated" className="mt-10" />
      </Section>
    </ContentPage>
  );
}

/** A dark hero: growth rings, one sentence and figures. */
function RingHero() {
  return (
    <section className={pictured}>
      <Drawing
        name="rings"
        size={[2000, 2000]}
        isAboveFold
        className="pointer-events-none absolute -right-42 -top-46 -z-1 size-96 max-w-none [mask-image:radial-gradient(closest-side,#000_56%,transparent_74%)] md:(-right-72 -top-40 size-[58rem])"
      />
      <div className="page pt-14 md:pt-24">
        <HeroText content={words.hero} width="max-w-[10.2em] lg:max-w-[9.3em]" />
        <div className="mt-9 md:mt-24">{isClaimShown('company') && <FigureStrip figures={words.figures} />}</div>
      </div>
    </section>
  );
}

/** The mission as one large sentence, with the values below it. */
function MissionValues() {
  const { mission, values } = words.creed;
  return (
    <Section>
      <div className="grid gap-x-20 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div>
          <h2 className="eyebrow mb-6 text-canopy">{mission.title}</h2>
          <p className="font-display text-[1.875rem] leading-[1.16] tracking-[-0.014em] text-pretty md:text-[2.75rem]">
            {mission.statement}
          </p>
        </div>
        <Paragraphs texts={mission.paragraphs} box="grid content-end gap-4 text-ink-soft" />
      </div>
      <h2 className="eyebrow mt-16 mb-6 text-canopy md:mt-24">{values.title}</h2>
      <ul className="grid border-t border-ink md:grid-cols-2 md:gap-x-16">
        {values.items.map(({ title, body }) => (
          <li key={title} className="grid content-start gap-2 border-b border-rule py-6 lg:(grid-cols-[12rem_minmax(0,1fr)] gap-8 py-8)">
            <h3 className="display-3">{title}</h3>
            <p className="copy text-ink-soft">{body}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
