import { mapSizes } from '#shared/art/map/map-grounds.ts';
import { placePoints } from '#shared/art/map/project-map.ts';
import { finder } from '#shared/content/portfolio.ts';
import { audit } from '#shared/content/projects/audit.ts';
import { compare } from '#shared/content/projects/compare.ts';
import { colours, gather, spotsAround, tenths } from '#shared/lib/drawing.ts';
import { formatPounds } from '#shared/lib/money/money.ts';
import { statedVintage } from '#shared/lib/projects/facts.ts';
import { compareAddress, compareLimit, shortlistAddress } from '#shared/lib/shortlist.ts';
import { countOf, formatShare } from '#shared/lib/text/numbers.ts';
import {
  askAddress,
  catalogueAddress,
  type LimitName,
  type MixLine,
  needSearch,
  type PortfolioNeed,
  type Portfolios,
  type PricedMix,
} from '#shared/schemas/portfolio.ts';
import type { AuditQuestion } from '#shared/schemas/project.ts';
import { paintOf } from '#src/ui/charts.tsx';
import { InlineLink, ProjectName, TextLink } from '#src/ui/controls/links.tsx';
import { FactList, Heading, Paragraphs } from '#src/ui/controls/texts.tsx';
import { ShortlistState } from '#src/ui/projects/project-card.tsx';
import { ProjectMap } from '#src/ui/projects/project-map.tsx';
import { Table } from '#src/ui/table.tsx';
import { fill, formatCount, formatDay } from '#verify/text.ts';

const texts = finder.mix;
const inTonnes = (text: string, tonnes: number) => fill(text, { tonnes: formatCount(tonnes) });

/** The size of the answer's title and of the cost of a mix: between the title of the page and that of a mix. */
export const titleSize = 'font-display text-[min(1.875rem,11vw)] leading-[1.1] tracking-[-0.012em] md:text-[min(2.25rem,5vw)]';

const columnsByCount = ['', 'max-w-[36rem]', 'md:grid-cols-2', 'md:grid-cols-2 lg:grid-cols-3 print:!grid-cols-3'];

/** The mixes side by side in six common rows, on paper five; on a phone one below the other. `minimumTonnes`: of an order, if it is set. */
export function MixColumns({ answer, minimumTonnes }: { answer: Portfolios; minimumTonnes: number | undefined }) {
  const { mixes, need } = answer;
  const common = commonLacks(mixes);
  return (
    <div className={`mt-6 grid grid-cols-1 gap-x-10 gap-y-12 print:gap-x-6 ${columnsByCount[mixes.length]}`}>
      {mixes.map((mix) => {
        const title = titleOf(mix);
        const id = idOf(mix);
        return (
          <section
            key={mix.reason}
            aria-labelledby={id}
            className="grid grid-cols-1 content-start gap-y-5 border-t-2 border-ink pt-4 md:(row-span-6 grid-rows-subgrid) print:(!row-span-5 gap-y-2 [&>*]:break-inside-avoid)"
          >
            <div>
              <Heading id={id} className="display-3" level="h3" text={title} />
              <Paragraphs texts={whyOf(mix, answer, minimumTonnes)} className="mt-1.5 text-ink-soft" />
            </div>
            <p className="flex flex-wrap content-start items-baseline gap-x-3">
              <strong className={`${titleSize} font-normal tabular-nums`}>{formatPounds(costOf(mix, answer))}</strong>
              <span className="text-[0.875rem] text-ink-soft">
                {inTonnes(need.vat === 'incl' ? texts.inclVat : texts.exclVat, mix.tonnes.total)}
              </span>
            </p>
            <div className="flex min-w-0 flex-col overflow-x-auto">
              <MixBar mix={mix} />
              <MixTable mix={mix} title={title} answer={answer} />
            </div>
            <MixMap mix={mix} />
            <FactList look="sheet" facts={factsOf(mix, common)} />
            <p className="self-end print:hidden">
              <a
                href={shortlistAddress(mix.lines, { replace: 'ask', by: need.deliverBy })}
                rel="nofollow"
                data-shortlist-add={mix.lines.length > 1 ? '' : mix.lines[0]?.title}
                className="btn-primary w-full"
              >
                <ShortlistState add={texts.add} added={compare.shortlist.added} />
                <span className="sr-only">{fill(texts.ofMix, { title })}</span>
              </a>
              {mix.lines.length > 1 && mix.lines.length <= compareLimit && (
                <TextLink href={compareAddress(mix.lines, `/portfolio${needSearch(need)}`)} rel="nofollow" className="mt-1">
                  {texts.compare}
                  <span className="sr-only">{fill(texts.ofMix, { title })}</span>
                </TextLink>
              )}
              {mix.lines.length > compareLimit && (
                <span className="mt-1 flex min-h-11 items-center text-[0.9375rem] text-ink-soft">
                  {fill(texts.tooMany, { limit: String(compareLimit) })}
                </span>
              )}
            </p>
          </section>
        );
      })}
    </div>
  );
}

/** Links to the mixes, a line each, for phones, where the mixes stand one below the other. */
export function MixIndex({ answer }: { answer: Portfolios }) {
  if (answer.mixes.length < 2) return null;
  return (
    <ul className="mt-4 border-t border-rule md:hidden print:hidden">
      {answer.mixes.map((mix) => (
        <li key={mix.reason} className="border-b border-rule">
          <a href={`#${idOf(mix)}`} className="flex min-h-12 flex-wrap items-baseline justify-between gap-x-4 py-2.5">
            <span className="text-link">{titleOf(mix)}</span>
            <span className="figure">{formatPounds(costOf(mix, answer))}</span>
            <span className="w-full text-[0.875rem] text-ink-soft">{storageOf(mix)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

const idOf = ({ reason }: PricedMix) => `mix-${reason}`;
const titleOf = ({ reason, tonnes }: PricedMix) => finder.reasons[reason] + (tonnes.expected === tonnes.total ? texts.allPending : '');

/** Returns the questions that no project of any mix answers in full. The page says them once for all mixes. */
export function commonLacks(mixes: readonly PricedMix[]): AuditQuestion[] {
  const isLackedBy = (mix: PricedMix, asked: AuditQuestion) =>
    mix.lacks.some(({ question, tonnes }) => question === asked && tonnes === mix.tonnes.total);
  return (mixes[0]?.lacks ?? []).map(({ question }) => question).filter((question) => mixes.every((mix) => isLackedBy(mix, question)));
}

/** Returns why a mix has its title, in sentences that follow from its figures. */
function whyOf(mix: PricedMix, { need }: Portfolios, minimumTonnes = 0): string[] {
  const { reason, tonnes } = mix;
  const { why } = finder;
  const figures = {
    tonnes: formatCount(tonnes.total),
    price: formatPounds(mix.averagePrice),
    answered: oneDecimal(mix.answered),
    average: onAverage(mix),
  };
  return [
    fill(why[reason === 'cheapest' && need.tonnes === undefined ? 'most' : reason], figures),
    ...(tonnes.total < minimumTonnes ? [inTonnes(why.minimum, minimumTonnes)] : []),
  ];
}

/** Words that follow a figure of a mix that is an average; '' for a mix of a single project. */
const onAverage = ({ lines }: PricedMix) => (lines.length > 1 ? finder.why.average : '');
const oneDecimal = (value: number) => value.toLocaleString('en-GB', { maximumFractionDigits: 1 });

/** Returns what a mix costs (pence): with VAT, if the buyer's own amounts include it. */
const costOf = (mix: PricedMix, { need }: Portfolios) => (need.vat === 'incl' ? mix.total : mix.subtotal);

/** A bar of the lines' shares, which the table below states. */
function MixBar({ mix: { lines, tonnes } }: { mix: PricedMix }) {
  let from = 0;
  return (
    <svg aria-hidden="true" className="block h-4 w-full shrink-0">
      {lines.map((line, index) => {
        const width = (line.tonnes * 100) / tonnes.total;
        from += width;
        const place = { x: `${from - width}%`, width: `${width}%`, height: '100%' };
        return <rect key={line.slug} {...place} fill={paintOf(index).fill} stroke={colours.paper.DEFAULT} />;
      })}
    </svg>
  );
}

/** The lines of a mix as a bill: each name with its figures below it, in columns that all lines and sums share. */
function MixTable({ mix, title, answer }: { mix: PricedMix; title: string; answer: Portfolios }) {
  const { columns, sums } = texts;
  const unspent = (answer.budget?.[answer.need.vat === 'incl' ? 'inclVat' : 'exclVat'] ?? 0) - costOf(mix, answer);
  return (
    <Table
      caption={`${title}. ${texts.caption}`}
      className={`mt-2 grow ${sharedColumns}`}
      isNarrow
      columns={[
        {
          name: columns.project,
          cell: (line) => (
            <span className="flex gap-2.5 font-normal">
              <svg aria-hidden="true" viewBox="0 0 10 10" className="mt-1.5 size-2.5 shrink-0">
                <circle cx="5" cy="5" r="4.5" fill={paintOf(mix.lines.indexOf(line)).fill} stroke={colours.paper.DEFAULT} />
              </svg>
              <span className="min-w-0">
                <ProjectName {...line} detail={detailsOf(line)} detailClass="text-pretty text-[0.875rem] leading-snug" />
              </span>
            </span>
          ),
          headClass: 'hidden',
          className: 'col-span-full !pb-0',
        },
        {
          name: columns.share,
          cell: ({ tonnes }) => formatShare(tonnes / mix.tonnes.total),
          kind: 'figure',
          headClass: 'min-[23rem]:pl-5',
          className: 'min-[23rem]:pl-5 text-ink-soft',
        },
        { name: columns.tonnes, cell: ({ tonnes }) => formatCount(tonnes), kind: 'count' },
        { name: columns.price, cell: ({ pricePerCredit }) => formatPounds(pricePerCredit), kind: 'count' },
        { name: columns.cost, cell: ({ cost }) => formatPounds(cost), kind: 'count' },
      ]}
      rows={mix.lines}
      row={({ slug }) => ({ key: slug })}
      totals={[
        { name: sums.subtotal, values: [formatCount(mix.tonnes.total), formatPounds(mix.averagePrice), formatPounds(mix.subtotal)] },
        { name: sums.total, values: [formatPounds(mix.total)] },
        ...(unspent > 0 ? [{ name: sums.rest, values: [formatPounds(unspent)] }] : []),
      ]}
    />
  );
}

/** Classes by which rows and sums share four columns, on a phone too. The first takes the room left; the sums stand at the foot. */
const sharedColumns =
  '!grid grid-cols-[minmax(min-content,1fr)_auto_auto_auto] grid-rows-[auto_1fr_auto] gap-x-2 md:gap-x-5 [&>tbody]:content-start [&>thead]:grid [&_:is(tbody,tfoot,tr)]:!grid [&_:is(thead,tbody,tfoot,tr)]:(grid-cols-subgrid col-span-full items-baseline !gap-x-[normal]) [&_:is(th,td)]:!pr-0 [&_td]:(whitespace-nowrap text-[clamp(0.8125rem,4vw,0.9375rem)]) [&_tbody_td]:!pt-1 [&>tfoot]:border-t [&>tfoot]:border-ink [&_tfoot_:is(th,td)]:(!block !w-auto !m-0 !py-2 !text-[clamp(0.8125rem,4vw,0.9375rem)]) [&_tfoot_th]:!text-left [&_tfoot_td:last-child]:col-end--1 [&_tfoot_td]:before:!content-none';

function detailsOf(line: MixLine): string {
  const vintage = statedVintage(line);
  const pending = line.delivery === null ? texts.deliveryNotStated : fill(texts.delivered, { day: formatDay(line.delivery) });
  return [
    line.location,
    line.verificationStandard,
    vintage === undefined ? texts.noVintage : fill(texts.vintage, { years: vintage }),
    ...(line.unitsStatus === 'issued' ? [] : [line.unitsStatus === null ? texts.issuanceNotStated : pending]),
  ].join(' · ');
}

/** The places of a mix's projects on a map, or an empty row. Close places are moved apart, so that the colour of each project is seen. */
function MixMap({ mix: { lines } }: { mix: PricedMix }) {
  const places = lines.flatMap(({ slug, location, latitude, longitude }, index) =>
    latitude === null || longitude === null ? [] : [{ slug, location, latitude, longitude, index }],
  );
  const { width, height } = mapSizes.wide;
  const placedOn = (bounds: 'uk' | 'world') => placePoints({ width, height, bounds }, places);
  const bounds = placedOn('uk').outside.length === 0 ? 'uk' : 'world';
  const marks = gather(placedOn(bounds).points, (spot) => spotsAround(spot, markGap), markGap);
  if (marks.length === 0) return <div />;
  return (
    <ProjectMap
      ground={{ size: 'wide', bounds }}
      theme="sheet"
      label={fill(texts.map, { places: places.map(({ location }) => location).join('; ') })}
      className="self-start border border-rule print:max-w-56"
    >
      {marks.map(({ x, y, items: [first] }) => (
        <circle
          key={first?.place.slug}
          cx={`${tenths((100 * x) / width)}%`}
          cy={`${tenths((100 * y) / height)}%`}
          r="5"
          fill={paintOf(first?.place.index ?? 0).fill}
          stroke={colours.paper.bright}
          strokeWidth="1.5"
        />
      ))}
    </ProjectMap>
  );
}

/** The least distance between marks, in units of the map. */
const markGap = 17;

/** Returns a text about some tonnes, or nothing if there are none. */
const ifAny = (count: number, text: string) => (count > 0 ? [inTonnes(text, count)] : []);

/** Says how long the tonnes of a mix are stored: up to three durations, each with its tonnes, or their range and average. */
function storageOf({ lines, tonnes, storage: { shortest, longest, average, nothingStored, notStated } }: PricedMix): string {
  if (nothingStored === tonnes.total) return texts.nothingStored;
  const durations = [...Map.groupBy(lines, ({ permanence }) => permanence)]
    .flatMap(([years, own]) => (typeof years === 'number' ? { years, tonnes: own.reduce((sum, line) => sum + line.tonnes, 0) } : []))
    .sort((one, other) => one.years - other.years);
  const each = ({ years, tonnes }: (typeof durations)[number], index: number) =>
    fill(texts.years.each, { tonnes: formatCount(tonnes), years: index === 0 ? countOf(years, 'year') : formatCount(years) });
  const inYears = (years: number | null) => formatCount(Math.round(years ?? 0));
  const several = fill(texts.years.several, { shortest: inYears(shortest), longest: inYears(longest), average: inYears(average) });
  const few = durations.map(each).join(', ');
  const stored = durations.length > 3 ? several : durations.length === 1 ? countOf(longest ?? 0, 'year') : few;
  return [...(stored ? [stored] : []), ...ifAny(nothingStored, texts.withNothingStored), ...ifAny(notStated, texts.notStated)].join('; ');
}

function partOf(tonnes: number, total: number): string {
  if (tonnes === total) return inTonnes(texts.part.all, total);
  return tonnes === 0 ? texts.part.none : fill(texts.part.share, { tonnes: formatCount(tonnes), share: formatShare(tonnes / total) });
}

/** Says how much of a mix is issued, and how much of it is not. */
function issuanceOf({ total, issued, expected, notStated }: PricedMix['tonnes']): string {
  return [partOf(issued, total), ...ifAny(expected, texts.pending), ...ifAny(notStated, texts.notStated)].join('; ');
}

function factsOf(mix: PricedMix, common: readonly AuditQuestion[]): [string, string][] {
  const { tonnes, lines, lacks, answered } = mix;
  const { facts } = texts;
  const nameOf = (slug: string) => lines.find((line) => line.slug === slug)?.title ?? slug;
  const onRecord = lines.filter((line) => line.isOnRecord);
  const open = lacks
    .filter(({ question }) => !common.includes(question))
    .map(({ question, slugs }) => fill(texts.gap, { question: audit.questions[question].name, projects: slugs.map(nameOf).join(', ') }));
  return [
    [facts.storage, storageOf(mix)],
    [facts.removals, partOf(mix.removals, tonnes.total)],
    [facts.issued, issuanceOf(tonnes)],
    [facts.record, fill(texts.onRecord, { count: formatCount(onRecord.length), projects: countOf(lines.length, 'project') })],
    [facts.answered, fill(texts.answered, { answered: oneDecimal(answered), average: onAverage(mix) })],
    [facts.open, open.join('; ')],
  ];
}

/** The answer if no mix is possible: what would be possible with one limit changed, and where else to look. */
export function NoMix({ answer }: { answer: Portfolios }) {
  const { matching, loosened } = answer;
  const { none } = finder;
  return (
    <>
      <p className="mt-2 max-w-[46rem] text-ink-soft">
        {matching.projects === 0
          ? none.nothing
          : fill(none.some, { projects: countOf(matching.projects, 'project'), tonnes: formatCount(matching.tonnes) })}{' '}
        <LeftOut answer={answer} />
      </p>
      <p className="mt-4 font-semibold">{loosened.length > 0 ? none.loosen : none.other}</p>
      {loosened.length > 0 && (
        <ul className="mt-2 border-t border-ink">
          {loosened.map(({ limit, need, tonnes, subtotal, total, averagePrice }) => (
            <li key={limit} className="border-b border-rule py-3 md:(grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-center gap-x-8)">
              <TextLink href={`/portfolio${needSearch(need)}#found`} rel="nofollow" className="font-semibold">
                {fill(loosenedText(limit, need), {
                  tonnes: formatCount(tonnes),
                  budget: formatPounds(need.budgetPence ?? 0),
                  max: formatPounds(need.maxPence ?? 0),
                  year: String(need.year),
                  vintageFrom: String(need.vintageFrom),
                  storage: countOf(need.storage ?? 0, 'year'),
                  removals: String(need.removals),
                  projects: countOf(need.projects ?? 0, 'project'),
                  share: finder.answer.chosen.shares[answer.fewestProjects] ?? '',
                })}
              </TextLink>
              <span className="block">
                {fill(none.possible, {
                  tonnes: formatCount(tonnes),
                  subtotal: formatPounds(subtotal),
                  total: formatPounds(total),
                  price: formatPounds(averagePrice),
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-6 flex flex-wrap gap-x-8 print:hidden">
        <TextLink link={{ label: none.browse, href: catalogueAddress(answer) }} rel="nofollow" />
        <TextLink link={{ label: none.ask, href: askAddress(answer.need) }} rel="nofollow" />
      </p>
    </>
  );
}

/** Returns the words for a changed limit. Without a number of projects, our own rule on shares limits the tonnes. */
function loosenedText(limit: LimitName, need: PortfolioNeed): string {
  const { none } = finder;
  if (limit === 'projects' && need.projects === 1) return none.one;
  if (limit === 'tonnes' && need.projects === undefined) return none.ownRule;
  return (need[limit as keyof PortfolioNeed] === undefined && none.without[limit]) || none.limits[limit];
}

/** Says that contested kinds of projects are left out, because they were not asked for, with a link that asks for them. */
export function LeftOut({ answer: { matching, need } }: { answer: Portfolios }) {
  const { contested, include } = finder.answer.chosen;
  if (matching.contested === 0) return null;
  return (
    <>
      {`${contested} `}
      <InlineLink
        href={`/portfolio${needSearch({ ...need, contested: true })}#found`}
        rel="nofollow"
        className="inline-flex min-h-6 items-center print:hidden"
      >
        {fill(include, { projects: countOf(matching.contested, 'project') })}
      </InlineLink>
    </>
  );
}
