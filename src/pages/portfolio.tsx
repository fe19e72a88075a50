import { unstable_redirect as redirect } from 'waku/router/server';
import { buyingTerms } from '#server/company.ts';
import { readPortfolioPage } from '#server/domain/projects/find-portfolios.ts';
import { unlessFailed } from '#server/http/page/report-page-error.ts';
import { Static } from '#server/http/page/static.tsx';
import { formErrors } from '#src/content/form-errors.ts';
import { closing, finder, meta } from '#src/content/portfolio.ts';
import { audit } from '#src/content/projects/audit.ts';
import { labelNameTexts } from '#src/content/projects/labels.ts';
import { formatPounds } from '#src/lib/money/money.ts';
import { formatDate } from '#src/lib/text/dates.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount, formatShare, projectCount } from '#src/lib/text/numbers.ts';
import { askAddress, type NeedField, needSearch, type Portfolios, type ReadNeed, readNeed } from '#src/schemas/portfolio.ts';
import { ErrorSummary } from '#src/ui/controls/error-summary.tsx';
import { ReloadButton } from '#src/ui/controls/reload-button.tsx';
import { Summary } from '#src/ui/controls/summary.tsx';
import { MixSection } from '#src/ui/routes/portfolio/mix-section.tsx';
import { fieldId, NeedForm } from '#src/ui/routes/portfolio/need-form.tsx';
import { needInWords } from '#src/ui/routes/portfolio/need-words.ts';
import { NoMix } from '#src/ui/routes/portfolio/no-mix.tsx';
import { ClosingCall } from '#src/ui/sections/closing-call.tsx';
import { CompactHead } from '#src/ui/sections/compact-head.tsx';
import { PageHead } from './_components/page-head.tsx';

export default async function PortfolioPage({ query }: { query: string }) {
  const read = readNeed(new URLSearchParams(query));
  const { need, errors } = read;
  // The form also sends its empty fields. The address of an answer is sent on, so it has only what was asked.
  if (need && needSearch(need) !== `?${new URLSearchParams(query)}`) redirect(`/portfolio${needSearch(need)}`, 303);
  const page = await unlessFailed('portfolio', readPortfolioPage(need), 'Could not read what is on sale');
  const isWrong = Object.keys(errors).length > 0;
  const { answer } = page ?? {};
  const form = (
    <NeedForm
      texts={finder.form}
      read={read}
      choices={page?.choices ?? { countries: [], types: [], labels: [] }}
      labelNames={labelNameTexts}
    />
  );
  return (
    <>
      <PageHead
        meta={meta}
        isError={isWrong}
        path="/portfolio"
        search={need ? needSearch(need) : ''}
        indexed={Object.keys(read.typed).length === 0}
      />
      <CompactHead back={finder.back} title={finder.title} lede={finder.lede} />
      <div className="page pt-6 pb-16 md:(pt-10 pb-24)">
        {isWrong && <Errors read={read} />}
        {!page && (
          <div role="alert" className="mb-8 grid justify-items-start gap-4">
            <p className="text-[#9B1C15]">{finder.failed.text}</p>
            <ReloadButton label={finder.failed.again} address="/portfolio" />
          </div>
        )}
        {answer ? (
          <Static as="div">
            <p className="label">{finder.need.title}</p>
            <p className="mt-1 max-w-[46rem] break-words">{needInWords(answer, finder.need, labelNameTexts)}</p>
            <details className="group mt-3 border-y border-ink print:hidden">
              <Summary className="min-h-12 font-semibold">{finder.form.change}</Summary>
              <div className="pt-2 pb-6">{form}</div>
            </details>
            <Answer answer={answer} />
          </Static>
        ) : (
          form
        )}
      </div>
      <Static as="div">
        <ClosingCall content={{ ...closing, actions: [{ label: closing.enquire, href: askAddress(need) }, closing.explore] }} />
      </Static>
    </>
  );
}

function Answer({ answer }: { answer: Portfolios }) {
  const { mixes, matching } = answer;
  const { answer: texts } = finder;
  const counts = [texts.title.one, texts.title.two, texts.title.three];
  const share = formatShare(answer.largestShare / 100);
  return (
    <section id="mixes" aria-labelledby="mixes-title" className="mt-8">
      {mixes.length === 0 ? (
        <NoMix answer={answer} texts={finder} />
      ) : (
        <>
          <h2 id="mixes-title" className="display-3">
            {counts[mixes.length - 1]}
          </h2>
          <p className="mt-2 mb-8 max-w-[46rem] text-ink-soft">
            {fill(texts.matching, { projects: projectCount(matching.projects), tonnes: formatCount(matching.tonnes), share })}{' '}
            {fill(texts.asOf, { date: formatDate(new Date()) })}
          </p>
          {mixes.map((mix) => (
            <MixSection
              key={mix.reasons.join()}
              mix={mix}
              answer={answer}
              texts={finder}
              questions={audit.questions}
              labelNames={labelNameTexts}
              minimumTonnes={buyingTerms().minimumTonnes}
            />
          ))}
          {!mixes.some(({ reasons }) => reasons.includes('durable')) && (
            <p className="max-w-[46rem] border-t border-rule pt-4">
              {matching.stored === 0 ? texts.noDurable.none : fill(texts.noDurable.few, { tonnes: formatCount(matching.stored) })}
            </p>
          )}
          <p className="mt-4 max-w-[46rem] text-[0.9375rem] text-ink-soft print:hidden">{texts.address}</p>
        </>
      )}
    </section>
  );
}

/** Links to the wrong fields; and what tonnes and a budget together can mean. */
function Errors({ read: { errors, readings = [] } }: { read: ReadNeed }) {
  const { readings: meant } = finder;
  return (
    <ErrorSummary
      texts={formErrors}
      problems={(Object.entries(errors) as [NeedField, string][]).map(([field]) => ({
        text: fieldNames[field],
        href: `#${fieldId(field)}`,
      }))}
      isAnswer
    >
      {readings.length > 0 && (
        <p className="mt-2">
          {`${meant.intro} `}
          {readings.map((need, index) => (
            <span key={needSearch(need)}>
              {index > 0 && ' · '}
              <a href={`/portfolio${needSearch(need)}`} rel="nofollow" className="text-link inline-flex min-h-6 items-center text-canopy">
                {need.tonnes === undefined
                  ? fill(meant.budget, { budget: formatPounds(need.budgetPence ?? 0) })
                  : fill(meant.tonnes, { tonnes: formatCount(need.tonnes) })}
              </a>
            </span>
          ))}
        </p>
      )}
    </ErrorSummary>
  );
}

const { amount, time, kind } = finder.form;
const fieldNames: Record<NeedField, string> = {
  tonnes: amount.tonnes,
  budget: amount.or,
  max: amount.max,
  vat: amount.vat,
  year: time.year,
  country: kind.country,
  type: kind.type,
  removal: kind.removal,
  nature: kind.nature,
  label: kind.label,
  units: kind.units,
  deliverBy: time.deliverBy,
};
