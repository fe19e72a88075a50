import type { list } from '#src/content/credits.ts';
import { countryName } from '#src/lib/projects/countries.ts';
import { unitsValues } from '#src/schemas/catalogue-query.ts';

type CatalogueSearchProps = {
  content: (typeof list)['search'];
  /** What the catalogue calls the values of `units`. */
  unitNames: Record<string, string>;
  /** The project types and countries (ISO 3166-1 alpha-2) that the list has. */
  types: string[];
  countries: string[];
};

/** The search of the whole catalogue with its first filters: a form that leads to /projects. */
export function CatalogueSearch({ content, unitNames, types, countries }: CatalogueSearchProps) {
  const countryOptions = countries
    .map((code) => ({ value: code, label: countryName(code) }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en-GB'));
  return (
    <search>
      <form action="/projects#found" method="get" className="grid grid-cols-2 gap-2 md:grid-cols-4">
        <div className="col-span-full flex">
          <input
            type="search"
            name="q"
            maxLength={200}
            aria-label={content.label}
            placeholder={content.placeholder}
            className="field min-w-0 flex-1"
          />
          <button type="submit" className="btn-primary shrink-0 px-5">
            {content.button}
          </button>
        </div>
        <Select name="type" label={content.type} options={types.map((value) => ({ value, label: value }))} />
        <Select name="units" label={content.units} options={unitsValues.map((value) => ({ value, label: unitNames[value] ?? value }))} />
        <label className="field flex items-center gap-2 py-0 focus-within:(outline-2 outline-ink)">
          <span className="shrink-0">{content.max}</span>
          <input name="max" inputMode="decimal" autoComplete="off" className="figure min-h-11 w-full min-w-0 bg-transparent" />
        </label>
        <Select name="country" label={content.country} options={countryOptions} />
      </form>
    </search>
  );
}

function Select({ name, label, options }: { name: string; label: string; options: { value: string; label: string }[] }) {
  return (
    <select name={name} aria-label={label} defaultValue="" className="field min-w-0">
      <option value="">{label}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
