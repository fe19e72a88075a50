import { scaleLog } from 'd3-scale';
import type { ReactNode } from 'react';
import { company } from '#server/company.ts';
import { placesOf } from '#server/domain/projects/countries.ts';
import { type CatalogueFigures, readCatalogueFigures } from '#server/domain/projects/figures.ts';
import { listProjects } from '#server/domain/projects/list.ts';
import { listPictured } from '#server/domain/projects/search.ts';
import { findCertifiedProjects, findNewestRetirement } from '#server/domain/record/read/certificates.ts';
import { listEntries } from '#server/domain/record/read/entries.ts';
import { Static, unlessFailed } from '#server/http/page/page.ts';
import * as words from '#shared/content/impact-hub.ts';
import { site } from '#shared/content/site.ts';
import { wholeListLimit } from '#shared/schemas/project.ts';
import { CertificateDemo, IntegrationsDemo, MapDemo, TrackingDemo } from '#src/pages/_components/demos.tsx';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { AddressButton, Failure, TextLink } from '#src/ui/controls/links.tsx';
import { FactList, Heading, Ordinal } from '#src/ui/controls/texts.tsx';
import { ClosingCall, HeroText, Section } from '#src/ui/sections/frames.tsx';
import { fill, formatCount, formatUtcInstant } from '#verify/text.ts';

export default async function ImpactHubPage() {
  const catalogue = await unlessFailed('impact-hub', readCatalogue(), 'Could not read the catalogue for the demos');
  const { list, pictured, entries, retired } = catalogue ?? emptyCatalogue;
  const places = placesOf(pictured);
  const [first] = list.projects;
  // The call that the demo shows answers with priced projects alone.
  const priced = list.projects.find(({ pricePerCredit }) => pricePerCredit !== null);
  const notice = catalogue ? words.demo.empty : words.demo.failure;
  const { tracking, trackingPanel, geospatial, mapPanel, retirement, integrations, integrationsPanel } = words;
  const certificatePanel = { ...words.certificatePanel, ...(catalogue && !retired && { source: words.certificatePanel.specimen }) };
  return (
    <>
      <PageHead meta={words.meta} path="/impact-hub" />
      <Static as="div">
        <HubHero figures={catalogue?.figures} />
      </Static>
      <div id="demo" className="scroll-mt-16 md:scroll-mt-19">
        <Feature content={tracking} panel={trackingPanel} count={list.projects.length} layout="stacked" notice={notice}>
          {first && <TrackingDemo list={list} entries={entries} />}
        </Feature>
        <Feature content={geospatial} panel={mapPanel} count={Math.min(places.length, wholeListLimit)} layout="text-left" notice={notice}>
          {places.length > 0 && <MapDemo places={places} />}
        </Feature>
        <Feature content={retirement} panel={certificatePanel} layout="text-right" notice={notice}>
          {first && <CertificateDemo project={first} retired={retired} />}
        </Feature>
        <Static as="div">
          <Feature content={integrations} panel={integrationsPanel} layout="stacked" notice={notice}>
            {priced && <IntegrationsDemo project={priced} />}
          </Feature>
        </Static>
      </div>
      <Static as="div">
        <ClockScale />
        <ClosingCall content={words.closing} />
      </Static>
    </>
  );
}

/**
 * Reads the data of all demos before the page is sent, without Suspense: it takes a few milliseconds, all parts of the page
 * show the same state, and each demo appears in place without scripts. If PostgreSQL does not answer within its limits
 * (server/platform/database/query.ts), the page is sent with a notice instead of the data.
 */
async function readCatalogue() {
  const [list, pictured, figures, entries, newest] = await Promise.all([
    listProjects({}, { limit: wholeListLimit }),
    listPictured(),
    readCatalogueFigures(),
    listEntries({ limit: 5 }),
    findNewestRetirement(),
  ]);
  const retired = newest && { found: newest, projects: await findCertifiedProjects(newest) };
  return { list, pictured, figures, entries, retired };
}

const emptyCatalogue = { list: { projects: [], total: 0 }, pictured: [], entries: [], retired: undefined };

/** The features in the order of the page, by which they are numbered. */
const features = [words.tracking, words.geospatial, words.retirement, words.integrations] as const;
type FeatureWords = (typeof features)[number];

/** A hero with live figures beside the title, and links to the sections of the page. */
function HubHero({ figures }: { figures: CatalogueFigures | undefined }) {
  return (
    <section className="bg-canopy-deep text-paper">
      <div className="page grid gap-8 py-9 md:(gap-12 pt-20 pb-16) lg:(grid-cols-[minmax(0,1fr)_25rem] items-end)">
        <HeroText content={words.hero(company())} width="max-w-[10.9em] lg:max-w-[9.9em]" />
        <CatalogueTotals figures={figures} />
      </div>
      <nav aria-label={site.contents} className="border-t border-paper/25">
        <ol className="page grid sm:grid-cols-2 lg:grid-cols-4">
          {features.map(({ id, title }, position) => (
            <li
              key={id}
              className="border-t border-paper/25 first:border-t-0 sm:nth-[2]:border-t-0 lg:(border-t-0 not-first:border-l not-first:pl-5)"
            >
              <a href={`#${id}`} className="flex min-h-14 items-center gap-4 py-3 underline-offset-5 hover:underline lg:min-h-18">
                <Ordinal number={position + 1} className="text-lichen" />
                <span className="leading-snug">{title}</span>
              </a>
            </li>
          ))}
        </ol>
      </nav>
    </section>
  );
}

/** The catalogue's totals when the page was rendered, the main one large, or an error if it did not answer. */
function CatalogueTotals({ figures }: { figures: CatalogueFigures | undefined }) {
  const { totals } = words;
  if (!figures) return <Failure text={totals.error} again={totals.again} address="/impact-hub" className="border border-paper/35 p-6" />;
  const { onSale, issuedCredits, expectedCredits, unstatedCredits, standards, latestChange } = figures;
  const issued = formatCount(issuedCredits);
  const changed = latestChange && <time dateTime={latestChange.toISOString()}>{formatUtcInstant(latestChange)}</time>;
  return (
    <div className="border border-paper/35 bg-canopy">
      <h2 className="flex items-center gap-3 border-b border-paper/35 px-5 py-3 font-mono text-[0.75rem] text-paper">
        <span aria-hidden="true" className="size-2 rounded-full bg-lichen" />
        {totals.title}
      </h2>
      <dl className="px-5">
        <div className="flex flex-col-reverse py-5">
          <dt className="font-mono text-[0.75rem] text-canopy-mist">{totals.credits}</dt>
          <dd className="flex flex-wrap items-baseline gap-3 pb-2">
            <span
              className={`figure leading-none text-lichen ${issued.length > longValue ? 'text-[1.75rem] md:text-[2.25rem]' : 'text-[min(3rem,12vw)] md:text-[3.5rem]'}`}
            >
              {issued}
            </span>
            <span className="font-mono text-[0.875rem] text-canopy-mist">tCO₂e</span>
          </dd>
        </div>
      </dl>
      <FactList
        look={{
          row: 'flex items-baseline justify-between gap-4 border-t border-paper/25 py-2.5',
          name: 'font-mono text-[0.75rem] text-canopy-mist',
          value: 'figure text-right text-[0.9375rem]',
        }}
        className="px-5 pb-2"
        facts={[
          [totals.expected, expectedCredits > 0 && `${formatCount(expectedCredits)} tCO₂e`],
          [totals.unstated, unstatedCredits > 0 && `${formatCount(unstatedCredits)} tCO₂e`],
          [totals.projects, formatCount(onSale)],
          [totals.standards, formatCount(standards)],
          [totals.latestChange, changed ?? totals.none],
        ]}
      />
    </div>
  );
}

/** Above this length (in characters) the large figure has a smaller font, to fit a phone: millions and more. */
const longValue = 8;

type FeatureProps = {
  content: FeatureWords;
  layout: keyof typeof layouts;
  /** `source`: where the data of the demo are from. `rest`: the label of the link that expands it, which may have a `{count}`. */
  panel: { title: string; source: string; rest: string };
  /** How many things the demo shows in all, for `rest`. */
  count?: number;
  /** Shown if there is no data to demonstrate with. */
  notice: string;
  /** The demo. */
  children: ReactNode;
};

/**
 * A feature: its description and links, and its demo, which is expanded by the address: with `#panel-id` it is the page's `:target`, gets a
 * frame and shows everything. Inside it, `hidden group-target/panel:block` marks what is shown only then. It needs no script.
 */
function Feature({ content, layout, panel: { title, source, rest }, count = 0, notice, children }: FeatureProps) {
  const { grid, text, demo } = layouts[layout];
  const { ground, mark, access, soft, frame, bar } = accents[content.accent];
  const headingId = `${content.id}-title`;
  return (
    <section id={content.id} aria-labelledby={headingId} className={`band ${ground}`}>
      <div className={`page grid gap-8 md:gap-12 ${grid}`}>
        <Static as="div" className={text}>
          <div>
            <Ordinal number={features.indexOf(content) + 1} className={`block mb-4 !text-[0.875rem] ${mark}`} />
            <Heading id={headingId} className="display-2" text={content.title} />
            <p className={`lede mt-3 md:mt-5 ${soft}`}>{content.short}</p>
          </div>
          <div>
            <p className={`display-3 ${mark}`}>{content.subtitle}</p>
            <p className={`copy mt-3 ${soft}`}>{content.body}</p>
            <div className="mt-5 flex flex-col gap-3 sm:mt-7 sm:(flex-row flex-wrap)">
              <AddressButton
                action={{ label: words.demo.labels.access, href: `#${content.panel}`, about: content.title }}
                className={access}
              />
              <AddressButton action={content.learn} className="btn-outline" />
            </div>
          </div>
        </Static>
        <div className={`min-w-0 ${demo}`}>
          <div id={content.panel} className={`group/panel scroll-mt-24 border target:(outline-4 outline-offset-4) ${frame}`}>
            <div className={`flex flex-wrap items-baseline justify-between gap-x-6 px-4 py-2.5 md:px-6 ${bar}`}>
              <h3 className="font-semibold">{title}</h3>
              <p className="font-mono text-[0.75rem]">{source}</p>
            </div>
            {children || <p className="px-4 py-12 text-center md:px-6">{notice}</p>}
            {children && (
              <p className="border-t border-current/25 px-4 py-1 text-[0.9375rem] group-target/panel:hidden md:px-6">
                <TextLink link={{ label: fill(rest, { count: formatCount(count) }), href: `#${content.panel}` }} colour="" />
              </p>
            )}
            <p className="hidden flex-wrap items-center justify-between gap-x-6 border-t border-current/25 px-4 py-1 text-[0.9375rem] group-target/panel:flex md:px-6">
              {words.demo.labels.open}
              <TextLink link={{ label: words.demo.labels.close, href: `#${content.id}` }} colour="" />
            </p>
          </div>
        </div>
      </div>
    </section>
  );
}

/** The classes of a feature's ground, its mark, its softer texts, the button to its demo, and the demo's frame and title bar. */
const accents: Record<FeatureWords['accent'], Record<'ground' | 'mark' | 'soft' | 'access' | 'frame' | 'bar', string>> = {
  canopy: {
    ...{ ground: 'bg-paper', mark: 'text-canopy', soft: 'text-ink-soft', access: 'btn bg-canopy text-paper hover:bg-canopy-deep' },
    ...{ frame: 'border-canopy bg-paper-bright outline-canopy', bar: 'bg-canopy text-paper' },
  },
  tide: {
    ...{ ground: 'bg-tide-soft', mark: 'text-[#22545F]', soft: 'text-ink-soft', access: 'btn bg-tide text-paper hover:bg-[#22545F]' },
    ...{ frame: 'border-tide outline-tide', bar: 'bg-tide text-paper' },
  },
  clay: {
    ...{ ground: 'bg-paper-deep', mark: 'text-clay', soft: 'text-ink-soft', access: 'btn bg-clay text-paper hover:bg-[#8A3A1B]' },
    ...{ frame: 'border-clay bg-paper-bright outline-clay', bar: 'bg-clay text-paper' },
  },
  lichen: {
    ...{ ground: 'bg-ink text-paper', mark: 'text-lichen', soft: 'text-canopy-mist', access: 'btn-primary' },
    ...{ frame: 'border-lichen bg-canopy-deep text-paper outline-lichen', bar: 'bg-lichen text-ink' },
  },
};
const beside = 'grid content-start gap-8 lg:(sticky top-28 self-start)';
const layouts = {
  stacked: { grid: '', text: 'grid gap-x-16 gap-y-8 lg:(grid-cols-2 items-end)', demo: '' },
  'text-left': { grid: 'lg:(grid-cols-[19rem_minmax(0,1fr)] gap-16)', text: beside, demo: '' },
  'text-right': { grid: 'lg:(grid-cols-[minmax(0,1fr)_21rem] gap-16)', text: `${beside} lg:order-2`, demo: 'lg:order-1' },
};

/** How often several figures change, as bars on a logarithmic scale from seconds to years. */
function ClockScale() {
  const { clocks } = words;
  const seconds = clocks.axis.map((tick) => tick.seconds);
  const across = scaleLog([Math.min(...seconds), Math.max(...seconds)], [0, 1000]).clamp(true);
  const ticks = clocks.axis.map(({ label, seconds: at }) => ({ label, x: across(at) }));
  return (
    <Section id="clocks" heading={clocks}>
      <ol className="mt-8 border-b md:mt-12 border-rule">
        {clocks.clocks.map((clock) => (
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
                  <path key={label} d={`M${x} 0v26`} vectorEffect="non-scaling-stroke" className="stroke-rule-strong/60" />
                ))}
                <path d="M0 13H1000" vectorEffect="non-scaling-stroke" className="stroke-rule-strong/60" />
                <path
                  d={`M${across(clock.least)} 13H${across(clock.most)}`}
                  strokeWidth="12"
                  vectorEffect="non-scaling-stroke"
                  className="stroke-canopy"
                />
              </svg>
              <p className="copy mt-2 text-ink-soft">{clock.body}</p>
            </div>
          </li>
        ))}
      </ol>
      {/* As wide as the bars above: without the 21rem of the titles and the gap. */}
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
