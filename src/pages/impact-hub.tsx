import type { ReactNode } from 'react';
import { company } from '#server/company.ts';
import { listCountryPlaces } from '#server/domain/projects/countries.ts';
import { type CatalogueFigures, readCatalogueFigures, readLatestChange } from '#server/domain/projects/figures.ts';
import { listProjects } from '#server/domain/projects/list.ts';
import { findCertifiedProjects } from '#server/domain/record/read/certificates.ts';
import { listEntries } from '#server/domain/record/read/entries.ts';
import { unlessFailed } from '#server/http/page/page-context.ts';
import { Static } from '#server/http/page/static.tsx';
import { mappedPlaces } from '#shared/art/map/catalogue-maps.ts';
import {
  clocks,
  closing,
  demo,
  type FeatureDemo,
  geospatial,
  hero,
  integrations,
  meta,
  reading,
  retirement,
  tracking,
} from '#shared/content/impact-hub.ts';
import type { Hero, Link } from '#shared/content/types.ts';
import { logShare } from '#shared/lib/drawing.ts';
import { formatInstant } from '#shared/lib/text/dates.ts';
import { formatCount } from '#shared/lib/text/numbers.ts';
import { wholeListLimit } from '#shared/schemas/project.ts';
import { CertificateDemo, MapDemo } from '#src/pages/_components/demos.tsx';
import { IntegrationsDemo } from '#src/pages/_components/integrations-demo.tsx';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { TrackingDemo } from '#src/pages/_components/tracking-demo.tsx';
import { Actions, Failure, LeadingButton } from '#src/ui/controls/links.tsx';
import { Ordinal } from '#src/ui/controls/texts.tsx';
import { ClosingCall, Section } from '#src/ui/sections/frames.tsx';

const index = [tracking, geospatial, retirement, integrations].map(({ id, title }) => ({ label: title, href: `#${id}` }));

export default async function ImpactHubPage() {
  const catalogue = await unlessFailed('impact-hub', readCatalogue(), 'Could not read the catalogue for the demos');
  const first = catalogue?.list.projects[0];
  const failure = catalogue ? demo.empty : demo.failure;
  return (
    <>
      <PageHead meta={meta} path="/impact-hub" />
      <Static as="div">
        <ReadingHero content={hero(company())} index={index}>
          <CatalogueReading figures={catalogue?.figures} />
        </ReadingHero>
      </Static>
      <div id="demo" className="scroll-mt-16 md:scroll-mt-19">
        <Feature content={tracking} number={1} layout="stacked">
          <TrackingDemo list={catalogue?.list} entries={catalogue?.entries ?? []} failure={failure} />
        </Feature>
        <Feature content={geospatial} number={2} layout="text-left">
          <MapDemo list={catalogue?.list} countries={catalogue?.countries ?? []} failure={failure} />
        </Feature>
        <Feature content={retirement} number={3} layout="text-right">
          <CertificateDemo project={first} retired={catalogue?.retired} failure={failure} />
        </Feature>
        <Static as="div">
          <Feature content={integrations} number={4} layout="stacked">
            <IntegrationsDemo project={first} failure={failure} />
          </Feature>
        </Static>
      </div>
      <Static as="div">
        <ClockScale />
        <ClosingCall content={closing} />
      </Static>
    </>
  );
}

function Feature({ number, ...props }: Omit<FeatureSectionProps, 'text'> & { number: number }) {
  const text = (
    <Static as="div" className={featureTextClasses(props.layout)}>
      <FeatureText content={props.content} number={number} />
    </Static>
  );
  return <FeatureSection {...props} text={text} />;
}

/**
 * Reads the data of all demos before the page is sent, without Suspense: it takes a few milliseconds, all parts of the page
 * show the same state, and each demo appears in place without scripts. If PostgreSQL does not answer within its limits
 * (server/platform/database/deadline.ts), the page is sent with a notice instead of the data.
 */
async function readCatalogue() {
  const [list, figures, latestChange, entries, [found]] = await Promise.all([
    listProjects({}, { limit: wholeListLimit }),
    readCatalogueFigures(),
    readLatestChange(),
    listEntries({ limit: 5 }),
    listEntries({ limit: 1, kind: 'retire' }),
  ]);
  const hasPlaces = list.projects.some(({ latitude }) => latitude !== null);
  const retired = found && { found, projects: await findCertifiedProjects(found) };
  return {
    list,
    figures: { ...figures, latestChange },
    entries,
    retired,
    countries: hasPlaces ? [] : await listCountryPlaces({ limit: mappedPlaces }),
  };
}

type CatalogueReadingProps = { figures: (CatalogueFigures & { latestChange: Date | null }) | undefined };

/** The catalogue's totals when the page was rendered, or an error if it did not answer. */
function CatalogueReading({ figures }: CatalogueReadingProps) {
  if (!figures) {
    return <Failure text={reading.error} again={reading.again} address="/impact-hub" isOnDark className="border border-paper/35 p-6" />;
  }
  const { onSale, issuedCredits, expectedCredits, otherCredits, standards, latestChange } = figures;
  return (
    <Meter
      title={reading.title}
      lead={{ label: reading.credits, value: formatCount(issuedCredits), unit: 'tCO₂e' }}
      rows={[
        ...(expectedCredits > 0 ? [{ label: reading.expected, value: `${formatCount(expectedCredits)} tCO₂e` }] : []),
        ...(otherCredits > 0 ? [{ label: reading.other, value: `${formatCount(otherCredits)} tCO₂e` }] : []),
        { label: reading.projects, value: formatCount(onSale) },
        { label: reading.standards, value: formatCount(standards) },
        { label: reading.latestChange, value: latestChange ? <Instant moment={latestChange} /> : reading.none },
      ]}
    />
  );
}

function Instant({ moment }: { moment: Date }) {
  return <time dateTime={moment.toISOString()}>{formatInstant(moment)}</time>;
}

type MeterProps = {
  title: string;
  /** The main figure, with its unit. */
  lead: { label: string; value: string; unit: string };
  rows: { label: string; value: ReactNode }[];
};

/** From this length (in characters) the large figure has a smaller font, to fit a phone: millions and more. */
const longValue = 8;

/** Several figures read at one moment: the main one large, the others below it. */
function Meter({ title, lead, rows }: MeterProps) {
  return (
    <div className="border border-paper/35 bg-canopy">
      <h2 className="flex items-center gap-3 border-b border-paper/35 px-5 py-3 font-mono text-[0.75rem] text-paper">
        <span aria-hidden="true" className="size-2 rounded-full bg-lichen" />
        {title}
      </h2>
      <dl className="px-5 pb-2">
        <div className="flex flex-col-reverse py-5">
          <dt className="font-mono text-[0.75rem] text-canopy-mist">{lead.label}</dt>
          <dd className="flex flex-wrap items-baseline gap-3 pb-2">
            <span
              className={`figure leading-none text-lichen ${lead.value.length > longValue ? 'text-[1.75rem] md:text-[2.25rem]' : 'text-[3rem] md:text-[3.5rem]'}`}
            >
              {lead.value}
            </span>
            <span className="font-mono text-[0.875rem] text-canopy-mist">{lead.unit}</span>
          </dd>
        </div>
        {rows.map(({ label, value }) => (
          <div key={label} className="flex items-baseline justify-between gap-4 border-t border-paper/25 py-2.5">
            <dt className="font-mono text-[0.75rem] text-canopy-mist">{label}</dt>
            <dd className="figure text-right text-[0.9375rem]">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

type ReadingHeroProps = {
  content: Hero;
  /** The sections of the page, in order. */
  index: Link[];
  /** The figures beside the title. */
  children: ReactNode;
};

/** A hero with live figures beside the title, and links to the sections of the page. */
function ReadingHero({ content, index, children }: ReadingHeroProps) {
  return (
    <section className="bg-canopy-deep text-paper">
      <div className="page grid gap-8 py-9 md:(gap-12 pt-20 pb-16) lg:(grid-cols-[minmax(0,1fr)_25rem] items-end)">
        <div>
          <p className="eyebrow mb-5 text-lichen">{content.eyebrow}</p>
          <h1 className="display-1 max-w-[10.9em] lg:max-w-[9.9em]">{content.title}</h1>
          <p className="lede mt-6 mb-8 text-paper/90">{content.lede}</p>
          <Actions actions={content.actions} />
        </div>
        {children}
      </div>
      <nav aria-label="On this page" className="border-t border-paper/25">
        <ol className="page grid sm:grid-cols-2 lg:grid-cols-4">
          {index.map(({ label, href }, position) => (
            <li
              key={href}
              className="border-t border-paper/25 first:border-t-0 sm:nth-[2]:border-t-0 lg:(border-t-0 not-first:border-l not-first:pl-5)"
            >
              <a href={href} className="flex min-h-14 items-center gap-4 py-3 underline-offset-5 hover:underline lg:min-h-18">
                <Ordinal number={position + 1} className="text-lichen" />
                <span className="leading-snug">{label}</span>
              </a>
            </li>
          ))}
        </ol>
      </nav>
    </section>
  );
}

type Accent = FeatureDemo['accent'];
type Layout = 'stacked' | 'text-left' | 'text-right';

type FeatureSectionProps = {
  content: FeatureDemo;
  layout: Layout;
  /** A `FeatureText`. */
  text: ReactNode;
  /** The demo: a `DemoPanel` with the id `content.panel`. */
  children: ReactNode;
};

const grounds: Record<Accent, string> = {
  canopy: 'bg-paper',
  tide: 'bg-tide-soft',
  clay: 'bg-paper-deep',
  lichen: 'bg-ink text-paper',
};
const accents: Record<Accent, { mark: string; access: string; soft: string }> = {
  canopy: { mark: 'text-canopy', access: 'btn bg-canopy text-paper hover:bg-canopy-deep', soft: 'text-ink-soft' },
  tide: { mark: 'text-[#22545F]', access: 'btn bg-tide text-paper hover:bg-[#22545F]', soft: 'text-ink-soft' },
  clay: { mark: 'text-clay', access: 'btn bg-clay text-paper hover:bg-[#8A3A1B]', soft: 'text-ink-soft' },
  lichen: { mark: 'text-lichen', access: 'btn-primary', soft: 'text-canopy-mist' },
};
const layouts: Record<Layout, { grid: string; text: string; panel: string }> = {
  stacked: { grid: 'grid gap-8 md:gap-12', text: 'grid gap-x-16 gap-y-8 lg:(grid-cols-2 items-end)', panel: '' },
  'text-left': {
    grid: 'grid gap-8 md:gap-12 lg:(grid-cols-[19rem_minmax(0,1fr)] gap-16)',
    text: 'grid content-start gap-8 lg:(sticky top-28 self-start)',
    panel: '',
  },
  'text-right': {
    grid: 'grid gap-8 md:gap-12 lg:(grid-cols-[minmax(0,1fr)_21rem] gap-16)',
    text: 'grid content-start gap-8 lg:(sticky top-28 self-start order-2)',
    panel: 'lg:order-1',
  },
};

/** A feature: its description and links (`text`), and its demo. */
function FeatureSection({ content, layout, text, children }: FeatureSectionProps) {
  const { grid, panel } = layouts[layout];
  const headingId = `${content.id}-title`;
  return (
    <section id={content.id} aria-labelledby={headingId} className={`band ${grounds[content.accent]}`}>
      <div className={`page ${grid}`}>
        {text}
        <div className={`min-w-0 ${panel}`}>{children}</div>
      </div>
    </section>
  );
}

/** The classes of the element that contains a feature's text. */
const featureTextClasses = (layout: Layout) => layouts[layout].text;

/** A feature's description and links. `number`: its position among the features, from 1. */
function FeatureText({ content, number }: { content: FeatureDemo; number: number }) {
  const { mark, access, soft } = accents[content.accent];
  const headingId = `${content.id}-title`;
  return (
    <>
      <div>
        <p aria-hidden="true" className={`figure mb-4 text-[0.875rem] ${mark}`}>
          {String(number).padStart(2, '0')}
        </p>
        <h2 id={headingId} className="display-2">
          {content.title}
        </h2>
        <p className={`lede mt-3 md:mt-5 ${soft}`}>{content.short}</p>
      </div>
      <div>
        <p className={`display-3 ${mark}`}>{content.subtitle}</p>
        <p className={`copy mt-3 ${soft}`}>{content.body}</p>
        <div className="mt-5 flex flex-col gap-3 sm:mt-7 sm:(flex-row flex-wrap)">
          <LeadingButton action={{ label: content.access, href: `#${content.panel}` }} describedBy={headingId} className={access} />
          <LeadingButton action={content.learn} className="btn-outline" />
        </div>
      </div>
    </>
  );
}

/** How often several figures change, as bars on a logarithmic scale from seconds to years. */
function ClockScale() {
  const seconds = clocks.axis.map((tick) => tick.seconds);
  const range = { least: Math.min(...seconds), most: Math.max(...seconds) };
  const ticks = clocks.axis.map(({ label, seconds: at }) => ({ label, x: 1000 * logShare(at, range) }));
  return (
    <Section id="clocks" heading={clocks}>
      <ol className="mt-8 border-b md:mt-12 border-rule">
        {clocks.clocks.map((clock) => {
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
