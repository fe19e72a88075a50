import * as words from '#shared/content/standards.ts';
import { ContentPage } from '#src/pages/_components/content-page.tsx';
import { Seal, tones } from '#src/pages/_components/standards.tsx';
import { InlineLink } from '#src/ui/controls/links.tsx';
import { RuledItems } from '#src/ui/controls/texts.tsx';
import { Section } from '#src/ui/sections/frames.tsx';
import { LedgerList } from '#src/ui/sections/lists.tsx';
import { EditorialSplit } from '#src/ui/sections/reading.tsx';

export default function StandardsPage() {
  return (
    <ContentPage path="/standards" words={words} aside={<SignatureChain />}>
      <StandardCards />
      <EditorialSplit content={words.verificationAndRecord} ground="canopy" />
      <LedgerList content={words.questions} />
    </ContentPage>
  );
}

/** A card for each standard: seal, role, three features and a link. */
function StandardCards() {
  return (
    <Section id={words.six.id} ground="deep" heading={words.six}>
      <ul className="mt-12 grid gap-5 md:grid-cols-2 lg:grid-cols-3">
        {words.six.cards.map((card) => {
          const tone = tones[card.id];
          return (
            <li key={card.id} className={`flex flex-col border-t-4 bg-paper-bright ${tone.edge}`}>
              <div className={`relative isolate overflow-clip px-6 pt-6 pb-5 ${tone.tint}`}>
                <Seal
                  standard={card.id}
                  className="absolute top-1/2 grid -right-8 -z-1 size-36 -translate-y-1/2 sm:(-right-10 size-40) lg:size-36 xl:(-right-8 size-40)"
                />
                <div className="min-h-28 max-w-[max(68%,12rem)]">
                  <p className={`eyebrow ${tone.text}`}>{card.role}</p>
                  <h3 className="display-3 mt-2.5">{card.name}</h3>
                </div>
              </div>
              <div className="flex flex-1 flex-col px-6 pt-5 pb-3">
                <p className="text-pretty leading-[1.6] text-ink-soft">{card.body}</p>
                <RuledItems texts={card.features} className="mt-5 mb-2 text-[0.9375rem]" />
                <InlineLink link={card.link} colour={tone.text} className="mt-auto inline-flex min-h-12 items-center self-start" />
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** The parties who sign for one tonne, in order, on a printed label beside the hero. */
function SignatureChain() {
  return (
    <div className="w-full border border-rule bg-paper-bright p-1.5 lg:w-[min(25rem,34vw)]">
      <div className="border border-rule px-5 pt-5 pb-3 md:px-6">
        <h2 className="display-3">{words.roles.title}</h2>
        <ol className="mt-4">
          {words.roles.entries.map((entry, index) => (
            <li key={entry.act} className="grid grid-cols-[6.75rem_minmax(0,1fr)] gap-x-4 border-t border-rule py-3">
              <span className="font-mono text-[0.75rem] text-clay">
                <span aria-hidden="true" className="mr-2 text-ink-faint">
                  {index + 1}
                </span>
                {entry.act}
              </span>
              <span className="text-[0.9375rem] leading-snug">
                <strong className="font-semibold">{entry.who}</strong> {entry.body}
              </span>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}
