import type { ReactNode } from 'react';
import { unstable_redirect as redirect } from 'waku/router/server';
import { buyingTerms } from '#server/company.ts';
import { readPortfolioPage } from '#server/domain/projects/find-portfolios.ts';
import { unlessFailed } from '#server/http/page/page-context.ts';
import { Static } from '#server/http/page/static.tsx';
import { formErrors } from '#shared/content/form-errors.ts';
import { closing, finder, meta } from '#shared/content/portfolio.ts';
import { audit } from '#shared/content/projects/audit.ts';
import { labelNameTexts } from '#shared/content/projects/labels.ts';
import { formatPounds } from '#shared/lib/money/money.ts';
import { countryName } from '#shared/lib/projects/facts.ts';
import { formatDate } from '#shared/lib/text/dates.ts';
import { fill } from '#shared/lib/text/fill.ts';
import { formatCount, formatShare, projectCount } from '#shared/lib/text/numbers.ts';
import { askAddress, type NeedField, needSearch, type Portfolios, type ReadNeed, readNeed } from '#shared/schemas/portfolio.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { Summary } from '#src/ui/controls/fold.tsx';
import { ErrorSummary, Field } from '#src/ui/controls/form.tsx';
import { Failure } from '#src/ui/controls/links.tsx';
import { MixSection, NoMix, needInWords } from '#src/ui/routes/portfolio.tsx';
import { ClosingCall, CompactHead } from '#src/ui/sections/frames.tsx';

export default async function PortfolioPage({ query }: { query: string }) {
  const read = readNeed(new URLSearchParams(query));
  const { need, errors } = read;
  // The form also sends its empty fields. The address of an answer is sent on, so it has only what was asked.
  if (need && needSearch(need) !== `?${new URLSearchParams(query)}`) redirect(`/portfolio${needSearch(need)}`, 303);
  const page = await unlessFailed('portfolio', readPortfolioPage(need), 'Could not read what is on sale');
  const isWrong = Object.keys(errors).length > 0;
  const { answer } = page ?? {};
  const form = <NeedForm read={read} choices={page?.choices ?? { countries: [], types: [], labels: [] }} />;
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
        {!page && <Failure text={finder.failed.text} again={finder.failed.again} address="/portfolio" className="mb-8" />}
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

type NeedFormProps = {
  read: ReadNeed;
  /** What there is to choose from; empty if the catalogue could not be read. */
  choices: { countries: string[]; types: string[]; labels: string[] };
};

/** The id of a field's control, which the summary of errors links to. */
const fieldId = (name: NeedField) => `need-${name}`;

/** A need as a GET form, whose state is the address of the page. */
function NeedForm({ read: { typed, labels, errors }, choices }: NeedFormProps) {
  const { amount, time, kind } = finder.form;
  const text = (name: NeedField, label: string, more: { hint?: string; type?: 'date'; inputMode?: 'numeric' | 'decimal' } = {}) => {
    const { hint, ...control } = more;
    return (
      <Field id={fieldId(name)} label={label} error={errors[name]} {...(hint ? { hint } : {})}>
        {({ className, ...field }) => (
          <input {...field} {...control} name={name} defaultValue={typed[name]} autoComplete="off" className={`${className} figure`} />
        )}
      </Field>
    );
  };
  return (
    <form action="/portfolio" aria-label={finder.form.label} className="grid gap-x-12 gap-y-8 lg:grid-cols-3">
      <Group legend={amount.legend}>
        <div className="grid grid-cols-2 items-start gap-x-4">
          {text('tonnes', amount.tonnes, { inputMode: 'numeric' })}
          {text('budget', amount.or, { inputMode: 'decimal' })}
        </div>
        {text('max', amount.max, { inputMode: 'decimal', hint: amount.maxHint })}
        <Choice
          name="vat"
          label={amount.vat}
          chosen={typed.vat ?? ''}
          error={errors.vat}
          values={[
            ['', amount.excl],
            ['incl', amount.incl],
          ]}
        />
      </Group>
      <Group legend={time.legend}>
        {text('year', time.year, { inputMode: 'numeric', hint: time.yearHint })}
        {text('deliverBy', time.deliverBy, { type: 'date' })}
        <Choice
          name="units"
          label={kind.units}
          hint={kind.unitsHint}
          chosen={typed.units ?? ''}
          error={errors.units}
          values={Object.entries(kind.unitsValues)}
        />
      </Group>
      <Group legend={kind.legend}>
        <Choice
          name="country"
          label={kind.country}
          chosen={typed.country ?? ''}
          error={errors.country}
          values={[['', kind.anywhere], ...sorted(choices.countries.map((code) => [code, countryName(code)]))]}
        />
        <Choice
          name="type"
          label={kind.type}
          chosen={typed.type ?? ''}
          error={errors.type}
          values={[['', kind.anyType], ...sorted(choices.types.map((type) => [type, type]))]}
        />
        <div>
          <Tick name="removal" label={kind.removal} isTicked={typed.removal === 'yes'} />
          <Tick name="nature" label={kind.nature} isTicked={typed.nature === 'yes'} />
          <details open={labels.length > 0 || errors.label !== undefined} className="group border-b border-rule">
            <Summary className="min-h-11">{kind.label}</Summary>
            <fieldset id={fieldId('label')} className="pb-3">
              <legend className="text-[0.875rem] text-ink-faint">{kind.labelHint}</legend>
              {errors.label && <p className="text-[0.9375rem] text-[#9B1C15]">{errors.label}</p>}
              {choices.labels.map((label) => (
                <Tick key={label} name="label" value={label} label={labelNameTexts[label] ?? label} isTicked={labels.includes(label)} />
              ))}
            </fieldset>
          </details>
        </div>
      </Group>
      <p className="flex flex-wrap items-center gap-x-6 gap-y-3 lg:col-span-3">
        <button type="submit" className="btn-primary">
          {finder.form.submit}
        </button>
        <a href="/portfolio" className="text-link inline-flex min-h-12 items-center text-canopy">
          {finder.form.clear}
        </a>
      </p>
    </form>
  );
}

const sorted = (values: [value: string, name: string][]) => values.toSorted(([, one], [, other]) => one.localeCompare(other, 'en-GB'));

function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="label float-left w-full border-t border-ink pt-3 pb-4">{legend}</legend>
      <div className="clear-both grid gap-5">{children}</div>
    </fieldset>
  );
}

type ChoiceProps = {
  name: NeedField;
  label: string;
  hint?: string;
  chosen: string;
  error: string | undefined;
  values: [value: string, name: string][];
};

/** A choice of one value. One of an address that is not among the values stays chosen, so that the form says what the page shows. */
function Choice({ name, label, hint, chosen, error, values }: ChoiceProps) {
  const all = values.some(([value]) => value === chosen) ? values : [...values, [chosen, chosen] as const];
  return (
    <Field id={fieldId(name)} label={label} error={error} {...(hint ? { hint } : {})}>
      {(field) => (
        <select {...field} name={name} defaultValue={chosen}>
          {all.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type TickProps = { name: NeedField; value?: string; label: string; isTicked: boolean };

function Tick({ name, value = 'yes', label, isTicked }: TickProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 py-1.5 leading-snug">
      <input type="checkbox" name={name} value={value} defaultChecked={isTicked} className="h-4.5 w-4.5 shrink-0 accent-canopy" />
      <span className="min-w-0 flex-1 break-words">{label}</span>
    </label>
  );
}
