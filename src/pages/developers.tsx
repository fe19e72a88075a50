import { describeProblem } from '#server/api/protocol/problem.ts';
import { openApiDocument } from '#server/api/routes.ts';
import { env } from '#server/platform/env.ts';
import { contentsTitle, errors, type Guide, guides, hero, meta, models, reference } from '#src/content/developers.ts';
import { readReference } from '#src/lib/protocol/openapi-reference.ts';
import { fill } from '#src/lib/text/fill.ts';
import { problems } from '#src/schemas/problem.ts';
import { ApiCall } from '#src/ui/routes/developers/api-call.tsx';
import { CodeSample } from '#src/ui/routes/developers/code-sample.tsx';
import { CodeTabs } from '#src/ui/routes/developers/code-tabs.tsx';
import { FieldTable } from '#src/ui/routes/developers/field-table.tsx';
import { ProblemTable } from '#src/ui/routes/developers/problem-table.tsx';
import { PageHero } from '#src/ui/sections/page-hero.tsx';
import { SectionHeading } from '#src/ui/sections/section.tsx';
import { SideContents } from '#src/ui/sections/side-contents.tsx';
import { PageHead } from './_components/page-head.tsx';

const exampleProblem = { errors: [{ field: 'sort', message: 'Not one of the allowed values', allowed: ['price', 'price-desc'] }] };

export default function DevelopersPage() {
  const origin = env().PUBLIC_URL;
  const { calls, models: fields } = readReference(openApiDocument(origin), origin);
  const entries = [
    ...guides.map(({ id, title }) => ({ id, text: title })),
    { id: 'reference', text: reference.title },
    ...calls.map(({ id, method, path }) => ({ id, text: `${method} ${path.replace('/api/', '')}` })),
    { id: 'models', text: models.title },
    { id: 'errors', text: errors.title },
  ];
  return (
    <>
      <PageHead meta={meta} path="/developers" />
      <PageHero content={hero} />
      <div className="page grid gap-x-16 gap-y-10 py-12 md:py-20 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <div className="lg:[&>div]:h-full [&_nav]:lg:(max-h-[calc(100vh-9rem)] overflow-y-auto)">
          <SideContents title={contentsTitle} entries={entries} />
        </div>
        <div className="min-w-0">
          {guides.map((guide) => (
            <GuideText key={guide.id} guide={guide} origin={origin} />
          ))}
          <section id="reference" className="scroll-mt-24 pt-10">
            <SectionHeading title={reference.title} intro={reference.intro} />
            <div className="mt-12">
              {calls.map((call) => (
                <ApiCall key={call.id} call={call} words={reference} />
              ))}
            </div>
          </section>
          <section id="models" className="scroll-mt-24 pt-10">
            <SectionHeading eyebrow={models.eyebrow} title={models.title} />
            {fields
              .filter((model) => model.fields.length > 0)
              .map((model) => (
                <div key={model.name} className="mt-12">
                  <h3 className="display-3 mb-4">{model.name}</h3>
                  <FieldTable caption={model.name} columns={models.columns} rows={model.fields} />
                </div>
              ))}
          </section>
          <section id="errors" className="scroll-mt-24 pt-20">
            <SectionHeading eyebrow={errors.eyebrow} title={errors.title} intro={errors.intro} />
            <div className="my-10">
              <CodeSample
                label={errors.example}
                code={JSON.stringify(describeProblem('parameter_invalid', 'a9c1…', exampleProblem), null, 2)}
              />
            </div>
            <ProblemTable words={errors} table={problems} />
          </section>
        </div>
      </div>
    </>
  );
}

function GuideText({ guide, origin }: { guide: Guide; origin: string }) {
  const samples = guide.samples?.map(({ label, code }) => ({ label, code: fill(code, { origin }) }));
  return (
    <section id={guide.id} aria-labelledby={`${guide.id}-title`} className="scroll-mt-24 border-t border-ink pt-6 pb-14">
      <h2 id={`${guide.id}-title`} className="font-display text-[1.75rem] leading-[1.1] tracking-[-0.014em] md:text-[2.25rem]">
        {guide.title}
      </h2>
      <div className="mt-5 grid gap-4">
        {guide.body.map((paragraph) => (
          <p key={paragraph} className="copy text-ink-soft">
            {paragraph}
          </p>
        ))}
        {guide.points && (
          <ul className="mt-2 grid gap-2">
            {guide.points.map((point) => (
              <li key={point} className="border-l-2 border-canopy pl-3 text-[0.9375rem]">
                {point}
              </li>
            ))}
          </ul>
        )}
      </div>
      {samples && (
        <div className="mt-6">
          <CodeTabs name={guide.id} about={guide.title} samples={samples} />
        </div>
      )}
    </section>
  );
}
