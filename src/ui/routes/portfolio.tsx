import type { PortfolioTexts } from '#shared/content/portfolio.ts';
import type { AuditTexts } from '#shared/content/projects/audit.ts';
import { formatPounds } from '#shared/lib/money/money.ts';
import { countryName, statedVintage } from '#shared/lib/projects/facts.ts';
import { addressReplacing } from '#shared/lib/shortlist.ts';
import { formatDay } from '#shared/lib/text/dates.ts';
import { fill } from '#shared/lib/text/fill.ts';
import { formatCount, formatShare, projectCount } from '#shared/lib/text/numbers.ts';
import {
  type AskedFor,
  askAddress,
  catalogueAddress,
  type LoosenedLimit,
  type MixLine,
  needSearch,
  type Portfolios,
  type PricedMix,
} from '#shared/schemas/portfolio.ts';
import { ProjectName, TextLink } from '#src/ui/controls/links.tsx';
import { FactList } from '#src/ui/controls/texts.tsx';
import { Table } from '#src/ui/table.tsx';

type MixSectionProps = {
  mix: PricedMix;
  answer: Portfolios;
  texts: PortfolioTexts;
  questions: AuditTexts['questions'];
  labelNames: Record<string, string>;
  /** The smallest order, in tonnes, if there is one. */
  minimumTonnes: number | undefined;
};

/** A mix: what it is the best at and why, its projects, its price, its facts, and the way to the shortlist. */
export function MixSection({ mix, answer, texts, questions, labelNames, minimumTonnes }: MixSectionProps) {
  const title = mix.reasons.map((reason, index) => (index === 0 ? texts.reasons[reason] : texts.reasons[reason].toLowerCase())).join(', ');
  const id = `mix-${mix.reasons.join('-')}`;
  return (
    <section aria-labelledby={id} className="border-t border-ink py-8 print:break-inside-avoid">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1">
        <h3 id={id} className="font-display text-[1.375rem] leading-[1.2] md:text-[1.625rem]">
          {title}
        </h3>
        <p className="figure text-[1.125rem]">
          {fill(texts.need.tonnes, { tonnes: formatCount(mix.tonnes.total) })} · {formatPounds(mix.subtotal)}{' '}
          <span className="text-[0.875rem] text-ink-soft">{texts.form.amount.excl}</span>
        </p>
      </div>
      {whyOf(mix, answer, texts.why, minimumTonnes).map((sentence) => (
        <p key={sentence} className="mt-2 max-w-[46rem] text-ink-soft">
          {sentence}
        </p>
      ))}
      <MixTable mix={mix} texts={texts.mix} title={title} />
      <div className="mt-6 grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,1fr)] lg:items-end">
        <FactList facts={factsOf(mix, texts.mix, questions, labelNames)} />
        <a
          href={addressReplacing(mix.lines, 'ask', answer.need.deliverBy)}
          rel="nofollow"
          className="btn-primary justify-self-start lg:justify-self-end print:hidden"
        >
          {texts.mix.add}
          <span className="sr-only">{fill(texts.mix.addAbout, { title })}</span>
        </a>
      </div>
    </section>
  );
}

/** Why the mix is what it is called. Each sentence follows from its figures. */
function whyOf(mix: PricedMix, { budget }: Portfolios, texts: PortfolioTexts['why'], minimumTonnes: number | undefined): string[] {
  const tonnes = formatCount(mix.tonnes.total);
  const price = formatPounds(averagePrice(mix.subtotal, mix.tonnes.total));
  const sentences = {
    cheapest: budget ? fill(texts.most, { price }) : fill(texts.cheapest, { tonnes, price }),
    durable: fill(texts.durable, { tonnes, years: oneDecimal(mix.storage.average ?? 0) }),
    evidenced: fill(texts.evidenced, { tonnes, answered: oneDecimal(mix.answered) }),
  };
  return [
    mix.reasons.map((reason) => sentences[reason]).join(' '),
    ...(budget && budget.exclVat > mix.subtotal ? [fill(texts.rest, { rest: formatPounds(budget.exclVat - mix.subtotal) })] : []),
    ...(mix.leftOut > 0 ? [fill(texts.leftOut, { projects: projectCount(mix.leftOut) })] : []),
    ...(minimumTonnes !== undefined && mix.tonnes.total < minimumTonnes
      ? [fill(texts.minimum, { tonnes: formatCount(minimumTonnes) })]
      : []),
  ];
}

/** Returns the average price of a tonne in pence, rounded half up: a figure to compare by, which nothing is worked out from. */
function averagePrice(subtotal: number, tonnes: number): number {
  return Math.round(subtotal / tonnes);
}

const oneDecimal = (value: number) => value.toLocaleString('en-GB', { maximumFractionDigits: 1 });

function MixTable({ mix, texts, title }: { mix: PricedMix; texts: PortfolioTexts['mix']; title: string }) {
  const { columns } = texts;
  return (
    <Table
      caption={`${title}. ${texts.caption}`}
      className="mt-5"
      columns={[
        {
          name: columns.project,
          cell: (line) => (
            <>
              <ProjectName slug={line.slug} title={line.title} />
              <span className="block text-[0.9375rem] text-ink-soft">{detailsOf(line, texts)}</span>
            </>
          ),
        },
        {
          name: columns.storage,
          cell: (line) => storageOf(line, texts),
          named: 'beside',
          headClass: 'text-right',
          className: 'text-[0.9375rem] wide:text-right',
        },
        { name: columns.tonnes, cell: ({ tonnes }) => formatCount(tonnes), kind: 'count', named: 'beside' },
        { name: columns.price, cell: ({ pricePerCredit }) => formatPounds(pricePerCredit), kind: 'count', named: 'beside' },
        { name: columns.line, cell: ({ cost }) => formatPounds(cost), kind: 'count', named: 'beside' },
      ]}
      rows={mix.lines}
      totals={[
        { name: texts.subtotal, values: [formatPounds(mix.subtotal)] },
        { name: fill(texts.vat, { percent: String(mix.vatPercent) }), values: [formatPounds(mix.vat)] },
        { name: texts.total, values: [formatPounds(mix.total)], isStrong: true },
      ]}
    />
  );
}

function detailsOf(line: MixLine, texts: PortfolioTexts['mix']): string {
  const vintage = statedVintage(line);
  const pending = line.delivery === null ? texts.deliveryNotStated : fill(texts.delivered, { day: formatDay(line.delivery) });
  return [
    line.location,
    line.verificationStandard,
    vintage === undefined ? texts.noVintage : fill(texts.vintage, { years: vintage }),
    line.unitsStatus === 'expected' ? pending : texts.units[line.unitsStatus ?? 'not stated'],
    ...(line.isSample ? [texts.sample] : []),
  ].join(' · ');
}

function storageOf({ permanence }: MixLine, texts: PortfolioTexts['mix']): string {
  return typeof permanence === 'number' ? fill(texts.years.one, { years: formatCount(permanence) }) : texts.storageValues[permanence];
}

function factsOf(
  mix: PricedMix,
  texts: PortfolioTexts['mix'],
  questions: AuditTexts['questions'],
  labelNames: Record<string, string>,
): [string, string | string[]][] {
  const { facts } = texts;
  const { tonnes, storage, lines } = mix;
  const titles = new Map(lines.map(({ slug, title }) => [slug, title]));
  const { shortest, longest, average } = storage;
  const stored =
    shortest === null || longest === null
      ? []
      : [
          shortest === longest
            ? fill(texts.years.one, { years: formatCount(longest) })
            : fill(texts.years.several, {
                shortest: formatCount(shortest),
                longest: formatCount(longest),
                average: oneDecimal(average ?? 0),
              }),
        ];
  const some = (count: number, text: string) => (count > 0 ? [fill(text, { tonnes: formatCount(count) })] : []);
  return [
    [
      facts.issued,
      [
        fill(texts.issuedShare, { issued: formatCount(tonnes.issued), share: formatShare(tonnes.issued / tonnes.total) }),
        ...some(tonnes.expected, texts.pending),
        ...some(tonnes.notStated, texts.issuanceNotStated),
      ].join('; '),
    ],
    [
      facts.storage,
      [...stored, ...some(storage.nothingStored, texts.nothingStored), ...some(storage.notStated, texts.storageNotStated)].join('; '),
    ],
    [
      facts.labels,
      mix.labels
        .map(({ label, tonnes: having }) => fill(texts.label, { label: labelNames[label] ?? label, tonnes: formatCount(having) }))
        .join('; ') || texts.noLabels,
    ],
    [
      facts.evidence,
      mix.lacks
        .map(({ question, slugs }) =>
          fill(texts.lack, { question: questions[question].name, projects: slugs.map((slug) => titles.get(slug) ?? slug).join(', ') }),
        )
        .join('; ') || texts.lacksNothing,
    ],
    [
      facts.record,
      fill(texts.onRecord, {
        count: formatCount(lines.filter(({ isOnRecord }) => isOnRecord).length),
        projects: projectCount(lines.length),
      }),
    ],
  ];
}

/** Says that no mix meets the need, and what is possible with one limit loosened. */
export function NoMix({ answer, texts }: { answer: Portfolios; texts: PortfolioTexts }) {
  const { matching, loosened } = answer;
  const { none } = texts;
  const share = formatShare(answer.largestShare / 100);
  const isShare = loosened.some(({ limit, isEnough }) => limit === 'share' && isEnough);
  return (
    <div className="border-t border-ink py-8">
      <h2 id="mixes-title" className="display-3">
        {none.title}
      </h2>
      <p className="mt-2 max-w-[46rem] text-ink-soft">
        {matching.projects === 0
          ? none.nothing
          : fill(none.some, { projects: projectCount(matching.projects), tonnes: formatCount(matching.tonnes) })}{' '}
        {isShare && fill(none.tooFew, { share })}
      </p>
      <p className="mt-4 font-semibold">{loosened.length > 0 ? none.loosen : none.other}</p>
      {loosened.length > 0 && (
        <ul className="mt-3 border-t border-rule">
          {loosened.map((one) => (
            <li key={one.limit} className="border-b border-rule py-3 md:(grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-8)">
              <TextLink
                href={one.limit === 'share' ? addressReplacing(one.lines, 'ask', one.need.deliverBy) : `/portfolio${needSearch(one.need)}`}
                rel="nofollow"
                className="font-semibold md:min-h-6"
              >
                {nameOf(one, texts, share)}
              </TextLink>
              <span className="block">
                {fill(none.possible, {
                  tonnes: formatCount(one.tonnes),
                  subtotal: formatPounds(one.subtotal),
                  total: formatPounds(one.total),
                  price: formatPounds(averagePrice(one.subtotal, one.tonnes)),
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-6 flex flex-wrap gap-x-8">
        {[
          [none.browse, catalogueAddress(answer)],
          [none.ask, askAddress(answer.need)],
        ].map(([label, href]) => (
          <TextLink key={href} href={href} rel="nofollow">
            {label}
          </TextLink>
        ))}
      </p>
    </div>
  );
}

function nameOf({ limit, need, tonnes }: LoosenedLimit, { none: { limits } }: PortfolioTexts, share: string): string {
  if (limit === 'tonnes') return fill(limits.tonnes, { tonnes: formatCount(tonnes) });
  if (limit === 'budget') return fill(limits.budget, { budget: formatPounds(need.budgetPence ?? 0) });
  if (limit === 'max') return need.maxPence === undefined ? limits.maxNone : fill(limits.max, { max: formatPounds(need.maxPence) });
  return limit === 'share' ? fill(limits.share, { share }) : limits[limit];
}

/** Returns a need in words: its parts, joined. */
export function needInWords(
  { need, budget, highestPrice }: AskedFor,
  texts: PortfolioTexts['need'],
  labelNames: Record<string, string>,
): string {
  const bothWays = ({ exclVat, inclVat }: { exclVat: number; inclVat: number }) => ({
    excl: formatPounds(exclVat),
    incl: formatPounds(inclVat),
  });
  const parts = [
    need.tonnes !== undefined && fill(texts.tonnes, { tonnes: formatCount(need.tonnes) }),
    budget && fill(texts.budget, bothWays(budget)),
    highestPrice && fill(texts.max, bothWays(highestPrice)),
    need.type,
    need.country && countryName(need.country),
    need.removal && texts.removal,
    need.nature && texts.nature,
    ...need.label.map((label) => labelNames[label]),
    texts.units[need.units ?? ''],
    need.year !== undefined && fill(texts.year, { year: String(need.year) }),
    need.deliverBy && fill(texts.deliverBy, { day: formatDay(need.deliverBy) }),
  ];
  return parts.filter((part) => typeof part === 'string').join('; ');
}
