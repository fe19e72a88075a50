import * as words from '#shared/content/carbon-standards.ts';
import { ContentPage } from '#src/pages/_components/content-page.tsx';
import { Seal, tones } from '#src/pages/_components/standards.tsx';
import { TextLink } from '#src/ui/controls/links.tsx';
import { Ordinal } from '#src/ui/controls/texts.tsx';
import { Section } from '#src/ui/sections/frames.tsx';
import { type Column, Table } from '#src/ui/table.tsx';

export default function CarbonStandardsPage() {
  return (
    <ContentPage path="/carbon-standards" words={words} aside={<SealRow />}>
      <StandardsTable />
      <StandardEntries />
      <ChecklistRows />
    </ContentPage>
  );
}

/** The seals of the compared standards, which overlap, all above the fold. */
function SealRow() {
  return (
    <div aria-hidden="true" className="flex items-start">
      {words.comparison.standards.map(({ id }, index) => (
        <Seal key={id} standard={id} isAboveFold className={`grid size-[34vw] shrink-0 sm:size-[min(13rem,18vw)] ${sealPlaces[index]}`} />
      ))}
    </div>
  );
}

/** The classes of each seal's place in the row: one for each standard. */
const sealPlaces = ['', '-ml-[9vw] mt-[17vw] sm:(-ml-14 mt-28)', '-ml-[9vw] sm:-ml-14'] as const satisfies {
  length: (typeof words.comparison.standards)['length'];
};

/** A comparison of standards. */
function StandardsTable() {
  const { comparison } = words;
  return (
    <Section ground="deep" heading={comparison}>
      <Table
        caption={comparison.caption}
        className="mt-12"
        look="words"
        columns={[
          { name: '', cell: ({ question }) => question, headClass: 'w-[22%]', className: 'display-3' },
          ...comparison.standards.map(
            ({ id, link }, index): Column<(typeof comparison)['rows'][number]> => ({
              name: link.label,
              // On a phone the headings are visually hidden: a link in them would be focused out of sight.
              head: (
                <>
                  <Seal standard={id} className="mb-4 hidden size-20 md:grid" />
                  <span className="md:hidden">{link.label}</span>
                  <a
                    href={link.href}
                    className={`display-3 hidden normal-case underline decoration-1 underline-offset-5 md:inline ${tones[id].text}`}
                  >
                    {link.label}
                  </a>
                </>
              ),
              cell: ({ answers }) => answers[id],
              named: 'above',
              headClass: 'w-[26%] wide:pl-5',
              className: `border-l-3 pl-3 text-[0.9375rem] leading-[1.5] wide:(border-l-0 pl-5) ${tones[id].edge} ${index % 2 === 0 ? 'md:bg-paper-bright/70' : ''}`,
            }),
          ),
        ]}
        rows={comparison.rows}
      />
      <ul className="mt-6 flex flex-wrap gap-x-6 md:hidden">
        {comparison.standards.map(({ id, link }) => (
          <li key={id}>
            <TextLink link={link} colour={tones[id].text} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** A list of standards: seal, purpose and link. */
function StandardEntries() {
  return (
    <Section heading={words.entries}>
      <ul className="mt-12 border-b border-rule">
        {words.entries.entries.map((entry) => (
          <li
            key={entry.id}
            className="grid gap-x-10 gap-y-3 border-t border-rule py-8 first:border-ink md:grid-cols-[8rem_minmax(0,1fr)] lg:(grid-cols-[8rem_minmax(0,20rem)_minmax(0,1fr)] gap-x-16)"
          >
            <Seal standard={entry.id} className="grid size-24 md:(row-span-2 size-32) lg:row-span-1" />
            <div>
              <h3 className="font-display text-[1.75rem] leading-[1.12] tracking-[-0.012em]">{entry.name}</h3>
              <p className={`mt-2 font-mono text-[0.8125rem] ${tones[entry.id].text}`}>{entry.line}</p>
            </div>
            <div>
              <p className="copy text-[1.0625rem] text-ink-soft">{entry.body}</p>
              <TextLink link={entry.link} colour={tones[entry.id].text} className="mt-3" />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Checks that must all pass, each with what passes and what fails it. */
function ChecklistRows() {
  const { checklist } = words;
  return (
    <Section id="checklist" ground="canopy" heading={checklist}>
      <ol className="mt-12 border-b border-paper/30">
        {checklist.items.map((item, index) => (
          <li
            key={item.title}
            className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-4 gap-y-4 border-t border-paper/30 py-7 md:grid-cols-[4.5rem_minmax(0,1fr)] lg:grid-cols-[5rem_minmax(0,16rem)_minmax(0,1fr)_minmax(0,17rem)] lg:gap-x-8"
          >
            <Ordinal number={index + 1} look="large" className="text-[3rem] leading-[0.85] text-lichen md:text-[3.75rem]" />
            <h3 className="self-center font-display text-[1.5rem] leading-[1.15] lg:self-start lg:text-[1.75rem]">{item.title}</h3>
            <div className="col-span-full lg:col-span-1">
              <p className="font-mono text-[0.75rem] text-lichen">{checklist.labels.passes}</p>
              <p className="mt-1.5 max-w-[38rem] leading-[1.6]">{item.passes}</p>
            </div>
            <div className="col-span-full lg:col-span-1">
              <p className="font-mono text-[0.75rem] text-clay-soft">{checklist.labels.stops}</p>
              <p className="mt-1.5 leading-[1.6] text-canopy-mist">{item.stops}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
