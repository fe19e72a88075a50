import { Fragment, type ReactNode } from 'react';
import { unstable_redirect as redirect } from 'waku/router/server';
import { buyingTerms } from '#server/company.ts';
import { findProjects } from '#server/domain/projects/find.ts';
import { mixRules, type PortfolioChoices, readPortfolioPage } from '#server/domain/projects/find-portfolios.ts';
import { Static, unlessFailed } from '#server/http/page/page.ts';
import { env } from '#server/platform/env.ts';
import { formErrors } from '#shared/content/form-errors.ts';
import { closing, example, finder, meta } from '#shared/content/portfolio.ts';
import { audit } from '#shared/content/projects/audit.ts';
import { labelNameTexts } from '#shared/content/projects/labels.ts';
import { own } from '#shared/lib/input/own.ts';
import { countryName } from '#shared/lib/projects/facts.ts';
import { formatDate } from '#shared/lib/text/dates.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import { askAddress, type NeedField, type NeedInAddress, needSearch, type Portfolios, readNeed } from '#shared/schemas/portfolio.ts';
import { auditQuestions } from '#shared/schemas/project.ts';
import { nearDayText } from '#shared/schemas/typed.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { Choice, ErrorSummary, ErrorText, Field, Options, TextInput } from '#src/ui/controls/form.tsx';
import { Failure, SubmitButton, TextLink } from '#src/ui/controls/links.tsx';
import { FactList, OpenMarker, Summary } from '#src/ui/controls/texts.tsx';
import { commonLacks, LeftOut, MixColumns, MixIndex, NoMix, titleSize } from '#src/ui/routes/portfolio.tsx';
import { needInWords } from '#src/ui/routes/portfolio-need.ts';
import { missingParts } from '#src/ui/routes/project/audit-answers.tsx';
import { ClosingCall, CompactHead } from '#src/ui/sections/frames.tsx';
import { fill, formatCount } from '#verify/text.ts';

export default async function PortfolioPage({ query }: { query: string }) {
  const read = readNeed(new URLSearchParams(query));
  const { need, errors } = read;
  const search = need ? needSearch(need) : '';
  // The form also sends its empty fields. People pass the address of an answer on, so it gets one that has only what was asked.
  if (need && search !== `?${new URLSearchParams(query)}`) redirect(`/portfolio${search}#found`, 303);
  const isEmpty = Object.keys(read.typed).length === 0;
  // Nothing was asked: an example shows what the page answers.
  const page = await unlessFailed(
    'portfolio',
    readPortfolioPage(isEmpty ? readNeed(new URLSearchParams(example.search)).need : need),
    'Could not read what is on sale',
  );
  const missing = page?.answer && (await unlessFailed('portfolio', readMissing(page.answer), 'Could not read the evidence of mixes'));
  const wrong = Object.keys(errors) as NeedField[];
  const title = page?.answer && (isEmpty ? example.title : finder.answer.titles[page.answer.mixes.length]);
  return (
    <>
      <PageHead meta={meta} isError={wrong.length > 0} path="/portfolio" search={search} isIndexed={isEmpty} />
      <CompactHead
        back={finder.back}
        title={finder.title}
        lede={finder.lede}
        printed={[formatDate(new Date()), `${env().PUBLIC_URL}/portfolio${search}`]}
      />
      <div className="page pt-5 pb-16 md:(pt-8 pb-24) print:!py-3">
        <div data-part="">
          {wrong.length > 0 && (
            <ErrorSummary texts={formErrors} problems={wrong.map((name) => ({ text: finder.form.fields[name], href: `#need-${name}` }))} />
          )}
        </div>
        {!page && <Failure {...finder.failed} address={`/portfolio${search}`} className="mb-8" />}
        <NeedForm read={read} choices={page?.choices ?? { countries: [], types: [], labels: [] }} />
        {/* As on /projects, src/page-scripts/catalogue.ts replaces each `data-part` and the live region’s text when a field changes. */}
        <section id="found" tabIndex={-1} aria-label={finder.title} className="scroll-mt-20">
          <p role="status" className="sr-only">
            {!isEmpty && title}
          </p>
          <div data-part="">
            {page?.answer && (!isEmpty || page.answer.mixes.length > 0) && (
              <Answer answer={page.answer} title={title ?? ''} isExample={isEmpty} missing={missing ?? []} />
            )}
          </div>
        </section>
      </div>
      <Static as="div" data-part="">
        <ClosingCall
          content={{
            ...closing,
            actions: [
              { label: closing.enquire, href: wrong.length > 0 ? `/contact?need=${encodeURIComponent(query)}` : askAddress(need) },
              closing.explore,
            ],
          }}
        />
      </Static>
    </>
  );
}

/** Returns a phrase for each auditor's question that no project of any mix answers in full: the parts that all of them lack. */
async function readMissing({ mixes }: Portfolios): Promise<string[]> {
  const common = commonLacks(mixes);
  const projects = common.length === 0 ? [] : await findProjects(mixes.flatMap(({ lines }) => lines.map(({ slug }) => slug)));
  return common.map((asked) => {
    const question = audit.questions[asked].name;
    const [first = [], ...others] = projects.map((project) => missingParts(project, asked));
    const missing = first.filter((part) => others.every((parts) => parts.includes(part))).join(', ') || question;
    const number = String(auditQuestions.indexOf(asked) + 1);
    return fill(finder.answer.lacks.text, { missing, number, question: question.toLowerCase() });
  });
}

function Answer({ answer, title, isExample, missing }: { answer: Portfolios; title: string; isExample: boolean; missing: string[] }) {
  const { mixes, matching } = answer;
  const { lacks, chosen, asOf, share } = finder.answer;
  const largestShare = chosen.shares[answer.fewestProjects];
  const { smallestShare, smallestTonnes } = mixRules;
  // Below twice the smallest part a mix may be a single project.
  const smallest = { from: String(2 * smallestTonnes), percent: String(smallestShare), tonnes: String(smallestTonnes) };
  const nearDay = nearDayText(answer.need.deliverBy);
  return (
    <Static as="div" className="mt-8 md:mt-12 print:!mt-0">
      {!isExample && (
        <p data-earlier="" hidden className="mb-6 border-l-3 border-clay bg-paper-bright px-4 py-3 text-clay">
          {finder.answer.earlier}
        </p>
      )}
      <h2 className={titleSize}>{title}</h2>
      {isExample ? (
        <p className="mt-2 flex flex-wrap gap-x-6 print:hidden">
          <span className="self-center">{example.try}</span>
          {example.others.map((other) => (
            <TextLink key={other.href} link={other} />
          ))}
        </p>
      ) : (
        <>
          <p className="mt-2 max-w-[46rem] break-words text-ink-soft">{needInWords(answer)}</p>
          {nearDay && <p className="mt-2 max-w-[46rem] text-clay">{nearDay}</p>}
        </>
      )}
      {mixes.length === 0 && <NoMix answer={answer} />}
      {mixes.length > 0 && (
        <>
          <MixIndex answer={answer} />
          <MixColumns answer={answer} minimumTonnes={buyingTerms().minimumTonnes} />
          <FactList
            look="terms"
            className="mt-12 print:mt-4"
            facts={[
              [lacks.title, missing.join('; ')],
              [
                chosen.title,
                <>
                  {fill(chosen.text, { projects: countOf(matching.projects, 'project'), tonnes: formatCount(matching.tonnes) })}{' '}
                  {largestShare && `${fill(chosen.share, { share: largestShare, ...smallest })} `}
                  <LeftOut answer={answer} />
                </>,
              ],
            ]}
          />
          <p className="mt-4 text-[0.9375rem] text-ink-faint">
            {fill(asOf, { date: formatDate(new Date()) })} <span className="print:hidden">{share}</span>
          </p>
        </>
      )}
    </Static>
  );
}

/** A need as a GET form, whose state is the address of the page. Fields that few people fill in are folded away. */
function NeedForm({ read: { typed, labels, errors }, choices }: { read: NeedInAddress; choices: PortfolioChoices }) {
  const { form } = finder;
  const alwaysShown: string[] = ['tonnes', 'budget', 'deliverBy', 'removal'] satisfies NeedField[];
  const isMoreShown = [...Object.keys(typed), ...Object.keys(errors)].some((name) => !alwaysShown.includes(name));
  const input = (name: NeedField, control: { type?: 'date'; inputMode?: 'numeric' | 'decimal' }, label: ReactNode = form.fields[name]) => (
    <TextInput
      {...{ ...control, name, label }}
      id={`need-${name}`}
      error={errors[name]}
      typed={typed[name]}
      autoComplete="off"
      className="field figure"
    />
  );
  /** A select. An address may have a value that is not offered: it stays chosen, so that the form says what the page shows. */
  const select = (name: NeedField, more: [value: string, name: string][] = []) => {
    const chosen = typed[name] ?? '';
    const stated = Object.entries(own<Record<string, string>>(form.choices, name) ?? {});
    const values = [...stated, ...more];
    if (!values.some(([value]) => value === chosen)) values.push([chosen, name === 'country' ? countryName(chosen) : chosen]);
    return (
      <Field id={`need-${name}`} label={form.fields[name]} error={errors[name]}>
        {(associated) => (
          <select {...associated} name={name} defaultValue={chosen}>
            <Options of={values} />
          </select>
        )}
      </Field>
    );
  };
  return (
    <form id="need" action="/portfolio" aria-label={form.label} className="group/need border-y border-ink py-5 print:hidden">
      <div className={`${row} items-start`}>
        {input('tonnes', { inputMode: 'numeric' })}
        {input(
          'budget',
          { inputMode: 'decimal' },
          <>
            {form.fields.budget}{' '}
            <span className="font-normal text-ink-soft group-has-[[value=incl]:checked]/need:hidden">{form.choices.vat['']}</span>
            <span className="hidden font-normal text-ink-soft group-has-[[value=incl]:checked]/need:inline">{form.choices.vat.incl}</span>
          </>,
        )}
        {input('deliverBy', { type: 'date' })}
        {select('removal')}
      </div>
      <details open={isMoreShown} className="mt-2">
        <Summary className="min-h-12 w-fit gap-2 font-semibold">{form.more}</Summary>
        {/* The selectors go by position: on a phone the country (2) has a line of its own, and so has each choice from the seventh on. */}
        <div className={`${row} items-start pb-2 [&>:is(:nth-child(2),:nth-child(n+7))]:max-md:col-span-full`}>
          {/* Beside the price stand the choices of what it applies to and of what it includes. */}
          <fieldset className="col-span-full grid grid-cols-2 items-start gap-x-4 gap-y-4 md:(col-span-3 grid-cols-3 gap-x-6) [&>:nth-child(2)]:max-md:col-span-full">
            <legend className="sr-only">{form.price}</legend>
            {input('max', { inputMode: 'decimal' })}
            {select('each')}
            {select('vat')}
          </fieldset>
          {select('country', byName(choices.countries.map((code) => [code, countryName(code)])))}
          {(['removals', 'storage', 'vintageFrom', 'year'] as const).map((name) => (
            <Fragment key={name}>{input(name, { inputMode: 'numeric' })}</Fragment>
          ))}
          {select('projects', Object.entries(form.projects))}
          {select('type', byName(choices.types.map((type) => [type, type])))}
          {select('units')}
          <LabelChoices labels={labels} error={errors.label} choices={choices.labels} />
        </div>
        {/* Kinds of credits that a mix has only where they are asked for. */}
        <div className="md:(flex flex-wrap gap-x-8)">
          {(['nature', 'contested'] as const).map((name) => (
            <div key={name}>
              <Choice
                {...{ type: 'checkbox', name, value: 'yes', id: `need-${name}`, label: form.fields[name] }}
                defaultChecked={typed[name] === 'yes'}
                aria-invalid={errors[name] ? true : undefined}
                aria-describedby={errors[name] && `need-${name}-error`}
              />
              {errors[name] && <ErrorText id={`need-${name}`}>{errors[name]}</ErrorText>}
            </div>
          ))}
        </div>
      </details>
      <p className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-3">
        <SubmitButton label={form.submit} />
        <TextLink href="/portfolio">{form.clear}</TextLink>
      </p>
    </form>
  );
}

const byName = (choices: [value: string, name: string][]) => choices.toSorted(([, one], [, other]) => one.localeCompare(other, 'en-GB'));

type LabelChoicesProps = Pick<NeedInAddress, 'labels'> & { error: string | undefined; choices: PortfolioChoices['labels'] };

/** The labels to choose from. A label that the address asks for is among them, although nothing on sale may have it. */
function LabelChoices({ labels, error, choices }: LabelChoicesProps) {
  const title = finder.form.fields.label;
  const texts = finder.form.labels;
  return (
    <details open={labels.length > 0 || error !== undefined} className="group/labels md:open:col-span-full">
      <summary className="cursor-pointer">
        <span className="mb-1.5 block font-semibold">{title}</span>
        <span className="field !flex items-center justify-between">
          <span className="group-has-[:checked]/labels:hidden">{texts.any}</span>
          <span className="hidden group-has-[:checked]/labels:inline">{texts.some}</span>
          <OpenMarker />
        </span>
      </summary>
      <fieldset id="need-label" aria-describedby={error && 'need-label-error'} className="md:grid md:grid-cols-3">
        <legend className="sr-only">{title}</legend>
        {error && (
          <div className="col-span-full">
            <ErrorText id="need-label">{error}</ErrorText>
          </div>
        )}
        {[...new Set([...choices, ...labels])].map((label) => (
          <Choice
            key={label}
            type="checkbox"
            name="label"
            value={label}
            label={own(labelNameTexts, label) ?? label}
            defaultChecked={labels.includes(label)}
          />
        ))}
      </fieldset>
    </details>
  );
}

/** On the narrowest phones a day has no room in half of a row. */
const row = 'grid gap-x-4 gap-y-4 min-[23rem]:grid-cols-2 md:(grid-cols-4 gap-x-6)';
