import type { reference } from '#src/content/developers.ts';
import type { ReferenceCall, ReferenceParameter } from '#src/lib/protocol/openapi-reference.ts';
import { InlineCode } from '#src/ui/controls/inline-code.tsx';
import { Summary } from '#src/ui/controls/summary.tsx';
import { CodeTabs } from './code-tabs.tsx';
import { FieldTable } from './field-table.tsx';

type ApiCallProps = { call: ReferenceCall; words: typeof reference };

/** One call of the API: its parameters and responses, samples in three languages, and a form to try it. */
export function ApiCall({ call, words }: ApiCallProps) {
  const query = call.parameters.filter(({ place }) => place === 'query');
  return (
    <article id={call.id} aria-labelledby={`${call.id}-title`} className="scroll-mt-24 border-t-2 border-ink pt-6 pb-14">
      <p className="figure flex flex-wrap items-center gap-3 text-[0.9375rem]">
        <span className="bg-canopy-deep px-2 py-0.5 text-[0.75rem] text-lichen">{call.method}</span>
        <span className="min-w-0 break-all">{call.path}</span>
      </p>
      <h3 id={`${call.id}-title`} className="display-3 mt-3">
        {call.summary}
      </h3>
      {call.meaning && (
        <p className="copy mt-3 break-words text-ink-soft">
          <InlineCode text={call.meaning} />
        </p>
      )}
      <div className="mt-6 grid gap-8">
        <CodeTabs name={`${call.id}-samples`} about={`${call.method} ${call.path}`} samples={call.samples} />
        {call.parameters.length > 0 && (
          <FieldTable
            caption={`${words.parameters}: ${call.summary}`}
            columns={{ name: words.parameters, type: 'Type', meaning: words.columns.meaning }}
            rows={call.parameters.map((parameter) => ({ ...parameter, type: `${parameter.place}, ${parameter.type}` }))}
          />
        )}
        {call.method === 'GET' && !call.isKeyed && (
          <details className="group border-y border-rule">
            <Summary className="min-h-12 gap-4 font-semibold">{words.tryIt}</Summary>
            <TryForm call={call} query={query} words={words} />
          </details>
        )}
        <details className="group border-b border-rule">
          <Summary className="min-h-12 gap-4 py-2 font-semibold">
            <span>
              {words.answers}{' '}
              <span className="figure ml-2 text-[0.8125rem] font-normal text-ink-faint">
                {call.answers.map(({ status }) => status).join(' ')}
              </span>
            </span>
          </Summary>
          <dl className="pb-4">
            {call.answers.map(({ status, meaning }) => (
              <div key={status} className="grid grid-cols-[3.5rem_minmax(0,1fr)] border-t border-rule py-2.5 text-[0.9375rem]">
                <dt className="figure">{status}</dt>
                <dd className="break-words">
                  <InlineCode text={meaning} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
    </article>
  );
}

function TryForm({ call, query, words }: ApiCallProps & { query: ReferenceParameter[] }) {
  return (
    <form action={call.path.replace('{reference}', '1')} className="pb-6">
      <p className="mb-4 text-[0.9375rem] text-ink-soft">{words.tryNote}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {query
          .filter(({ name }) => name !== 'cursor' && name !== 'since')
          .map((parameter) => (
            <div key={parameter.name}>
              <label htmlFor={`${call.id}-${parameter.name}`} className="figure mb-1.5 block text-[0.875rem]">
                {parameter.name}
              </label>
              <TryField id={`${call.id}-${parameter.name}`} parameter={parameter} />
            </div>
          ))}
      </div>
      <button type="submit" className="btn-primary mt-5">
        {words.send}
      </button>
    </form>
  );
}

function TryField({ id, parameter: { name, choices, example } }: { id: string; parameter: ReferenceParameter }) {
  if (choices.length === 0) return <input id={id} name={name} placeholder={example} autoComplete="off" className="field font-mono" />;
  return (
    <select id={id} name={name} className="field font-mono">
      <option value="" label="any" />
      {choices.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </select>
  );
}
