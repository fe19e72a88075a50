import { env } from '#server/env.ts';
import { fields, hero, limits, meta, rest, rpc } from '#src/content/developers.ts';
import { CodeSample } from '#src/ui/code-sample.tsx';
import { FieldTable } from '#src/ui/field-table.tsx';
import { Section, SectionHeading } from '#src/ui/section.tsx';
import { LedgerList } from '#src/ui/sections/ledger-list.tsx';
import { PageHero } from '#src/ui/sections/page-hero.tsx';
import { PageHead } from './_components/page-head.tsx';

export default function DevelopersPage() {
  const here = (example: string) => example.replace('{origin}', env().PUBLIC_URL);
  return (
    <>
      <PageHead meta={meta} path="/developers" />
      <PageHero content={hero} />
      <Section id="rest">
        <SectionHeading eyebrow={rest.eyebrow} title={rest.title} />
        <div className="mt-10 grid gap-12">
          {rest.calls.map((call) => (
            <div key={call.title} className="grid gap-x-12 gap-y-4 border-t border-ink pt-6 lg:grid-cols-2">
              <div>
                <h3 className="figure text-[1.25rem]">{call.title}</h3>
                <p className="copy mt-3 text-ink-soft">{call.body}</p>
              </div>
              <CodeSample label={`Example: ${call.title}`} code={here(call.example)} />
            </div>
          ))}
        </div>
      </Section>
      <Section ground="deep">
        <SectionHeading eyebrow={fields.eyebrow} title={fields.title} />
        <FieldTable content={fields} />
      </Section>
      <Section>
        <SectionHeading eyebrow={rpc.eyebrow} title={rpc.title} intro={rpc.body} />
        <div className="mt-8">
          <CodeSample label="Example: projects.list" code={here(rpc.example)} />
        </div>
      </Section>
      <LedgerList content={limits} ground="deep" />
    </>
  );
}

export const getConfig = async () => ({ render: 'dynamic' }) as const;
