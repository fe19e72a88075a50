import { finder as texts } from '#shared/content/projects/compare.ts';
import { formatPrice } from '#shared/lib/money/money.ts';
import type { ListedProject } from '#shared/schemas/project.ts';
import { storableText } from '#shared/schemas/storable-text.ts';
import { Field } from '#src/ui/controls/form.tsx';
import { ProjectName, SubmitButton } from '#src/ui/controls/links.tsx';
import { Heading } from '#src/ui/controls/texts.tsx';
import { Section } from './frames.tsx';

type ProjectFinderProps = {
  /** The path of the page to which projects are added, and the current parameters of its address. */
  action: string;
  parameters: [name: string, value: string][];
  search: string;
  found: ListedProject[];
  /** Returns the address of the page with a project added. */
  addressWith: (slug: string) => string;
};

const searchLength = 100;
/** Returns what the address of a page searches for with its `ProjectFinder`, of at most `searchLength` characters. */
export const finderSearch = (asked: URLSearchParams) => storableText(asked.get('find') ?? '', searchLength);

/** A search for projects to add to the current page: a GET form, with results as links. */
export function ProjectFinder({ action, parameters, search, found, addressWith }: ProjectFinderProps) {
  // On the shortlist, adding a project is an edit, and so is searching, which must not lose other edits.
  const editMark = action === '/shortlist' ? '' : undefined;
  return (
    <Section ground="deep" isScreenOnly labelledBy="finder-title">
      <div id="find" className="grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <form action={`${action}#find`} data-shortlist-edit={editMark}>
          <Heading id="finder-title" className="display-2 mb-6" text={texts.title} />
          {/* These parameters and the results below follow the tonnes that are typed into a comparison. */}
          <div data-part="">
            {parameters.map(([name, value]) => (
              <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
            ))}
          </div>
          <Field id="finder-words" label={texts.label}>
            {(control) => (
              <div className="flex flex-wrap gap-3">
                <input
                  {...control}
                  {...{ name: 'find', type: 'search', defaultValue: search, maxLength: searchLength }}
                  className="field w-auto min-w-0 flex-[1_1_9rem]"
                />
                <SubmitButton label={texts.button} className="btn-outline" />
              </div>
            )}
          </Field>
        </form>
        {found.length === 0 ? (
          search !== '' && <p role="status">{texts.none}</p>
        ) : (
          <ul data-part="" className="border-b border-rule">
            {found.map((project) => (
              <li key={project.slug} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 border-t border-rule py-2">
                <span className="min-w-0 break-words">
                  <ProjectName slug={project.slug} title={project.title} />
                  <span className="block text-[0.9375rem] text-ink-soft">
                    <bdi>{project.location}</bdi> ·{' '}
                    <span className="whitespace-nowrap">
                      <span className="figure mr-1">{formatPrice(project)}</span>
                      {project.pricePerCredit !== null && texts.exclVat}
                    </span>
                  </span>
                </span>
                <a
                  href={addressWith(project.slug)}
                  rel="nofollow"
                  data-shortlist-edit={editMark}
                  className="text-link inline-flex min-h-12 items-center text-canopy"
                >
                  {texts.add}
                  <span className="sr-only"> {project.title}</span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}
