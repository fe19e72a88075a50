import { describeProblem } from '#server/api/protocol/problem.ts';
import { openApiDocument } from '#server/api/routes.ts';
import { env } from '#server/platform/env.ts';
import { errors, groups, hero, meta, models, reference } from '#shared/content/developers.ts';
import { modelAnchor, modelsOf, readReference, sharedModels } from '#shared/lib/protocol/openapi-reference.ts';
import { catalogueSorts } from '#shared/schemas/catalogue-query.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { CodeSample, Documentation, ModelTables, ProblemTable, WhereToLook } from '#src/ui/routes/developers.tsx';
import { PageHero, SectionHeading } from '#src/ui/sections/frames.tsx';

const exampleProblem = { errors: [{ field: 'sort', message: 'Not one of the allowed values', allowed: [...catalogueSorts] }] };

/** The first page of the documentation: the start, the limits and the problems, and links to everything else. */
export default function DevelopersPage() {
  const origin = env().PUBLIC_URL;
  const read = readReference(openApiDocument(origin), origin);
  const entries = [
    { id: 'reference', text: reference.title },
    ...groups.map(({ slug, title }) => ({ id: `group-${slug}`, text: title })),
    { id: 'models', text: models.title },
    { id: 'errors', text: errors.title },
  ];
  return (
    <>
      <PageHead meta={meta} path="/developers" />
      <PageHero content={hero} />
      <Documentation origin={origin} entries={entries}>
        <section id="reference" className="scroll-mt-24 pt-10">
          <SectionHeading content={reference} />
          <WhereToLook calls={read.calls} />
        </section>
        <section id="models" className="scroll-mt-24 pt-16">
          <SectionHeading content={models} />
          {groups.map(({ slug, title, tags }) => {
            const found = modelsOf(read, tags);
            return (
              found.length > 0 && (
                <p key={slug} className="mt-4 border-t border-rule pt-3">
                  <span className="font-semibold">{title}:</span>{' '}
                  {found.map(({ name }, index) => (
                    <span key={name}>
                      {index > 0 && ', '}
                      <a href={`/developers/${slug}#${modelAnchor(name)}`} className="text-link figure text-[0.875rem] text-canopy">
                        {name}
                      </a>
                    </span>
                  ))}
                </p>
              )
            );
          })}
        </section>
        <section id="errors" className="scroll-mt-24 pt-20">
          <SectionHeading content={errors} />
          <CodeSample
            label={errors.example}
            code={JSON.stringify(describeProblem('parameter_invalid', 'a9c1…', exampleProblem), null, 2)}
            className="my-10"
          />
          <ProblemTable />
          <ModelTables models={sharedModels(read)} />
        </section>
      </Documentation>
    </>
  );
}
