import type { ReactNode } from 'react';
import type { PortfolioTexts } from '#src/content/portfolio.ts';
import { countryName } from '#src/lib/projects/countries.ts';
import type { NeedField, ReadNeed } from '#src/schemas/portfolio.ts';
import { Field } from '#src/ui/controls/field.tsx';
import { Summary } from '#src/ui/controls/summary.tsx';

type NeedFormProps = {
  texts: PortfolioTexts['form'];
  read: ReadNeed;
  /** What there is to choose from; empty if the catalogue could not be read. */
  choices: { countries: string[]; types: string[]; labels: string[] };
  /** The labels' display names. */
  labelNames: Record<string, string>;
};

/** The id of a field's control, which the summary of errors links to. */
export const fieldId = (name: NeedField) => `need-${name}`;

/** A need as a GET form, whose state is the address of the page. */
export function NeedForm({ texts, read: { typed, labels, errors }, choices, labelNames }: NeedFormProps) {
  const { amount, time, kind } = texts;
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
    <form action="/portfolio" aria-label={texts.label} className="grid gap-x-12 gap-y-8 lg:grid-cols-3">
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
                <Tick key={label} name="label" value={label} label={labelNames[label] ?? label} isTicked={labels.includes(label)} />
              ))}
            </fieldset>
          </details>
        </div>
      </Group>
      <p className="flex flex-wrap items-center gap-x-6 gap-y-3 lg:col-span-3">
        <button type="submit" className="btn-primary">
          {texts.submit}
        </button>
        <a href="/portfolio" className="text-link inline-flex min-h-12 items-center text-canopy">
          {texts.clear}
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
