import { unstable_notFound as notFound } from 'waku/router/server';
import { tools } from '#server/api/mcp/tools.ts';
import { openApiDocument } from '#server/api/routes.ts';
import { env } from '#server/platform/env.ts';
import { toolTable } from '#shared/content/developers/agents.ts';
import { groups, models, overview, reference } from '#shared/content/developers.ts';
import { callsOf, modelsOf, readReference } from '#shared/lib/protocol/openapi-reference.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { ApiCall, Documentation, FieldTable, guideTitleClass, ModelTables } from '#src/ui/routes/developers.tsx';
import { PageHero, SectionHeading } from '#src/ui/sections/frames.tsx';

/** The guides and calls of one group, with the fields of their responses. */
export default function DevelopersGroupPage({ group: slug }: { group: string }) {
  const group = groups.find((candidate) => candidate.slug === slug);
  if (!group) return notFound();
  const origin = env().PUBLIC_URL;
  const api = readReference(openApiDocument(origin), origin);
  const calls = callsOf(api.calls, group.tags);
  const shown = modelsOf(api, group.tags);
  const entries = [
    ...(slug === 'agents' ? [{ id: 'tools', text: toolTable.title }] : []),
    ...calls.map(({ id, method, path }) => ({ id, text: `${method} ${path.replace('/api/', '')}` })),
    ...(shown.length > 0 ? [{ id: 'models', text: models.title }] : []),
  ];
  return (
    <>
      <PageHead meta={group.meta} path={`/developers/${slug}`} />
      <PageHero content={{ eyebrow: overview.eyebrow, title: group.title, lede: group.lede, actions: [overview.back] }} />
      <Documentation page={slug} origin={origin} entries={entries}>
        {slug === 'agents' && (
          <section id="tools" className="scroll-mt-24 border-t border-ink pt-6">
            <h2 className={`mb-8 ${guideTitleClass}`}>{toolTable.title}</h2>
            <FieldTable
              caption={toolTable.title}
              columns={toolTable.columns}
              rows={tools.map(({ name, title, description }) => ({ name, type: title, meaning: description }))}
            />
          </section>
        )}
        {calls.length > 0 && (
          <section aria-label={reference.title} className="pt-4">
            <h2 className="sr-only">{reference.title}</h2>
            {calls.map((call) => (
              <ApiCall key={call.id} call={call} />
            ))}
          </section>
        )}
        {shown.length > 0 && (
          <section id="models" className="scroll-mt-24 pt-10">
            <SectionHeading content={{ title: models.title }} />
            <ModelTables models={shown} />
          </section>
        )}
      </Documentation>
    </>
  );
}
