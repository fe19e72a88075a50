import { findProjects } from '#server/domain/projects/find.ts';
import { suggestProjects } from '#server/domain/projects/list.ts';
import { Static } from '#server/http/page/static.tsx';
import { env } from '#server/platform/env.ts';
import { compare, finder, meta } from '#src/content/projects/compare.ts';
import { compareAddress, compareLimit, readCompared, shortened } from '#src/lib/shortlist/compare-address.ts';
import { formatDate } from '#src/lib/text/dates.ts';
import { fill } from '#src/lib/text/fill.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { catalogueSearch, parseCatalogueQuery } from '#src/schemas/catalogue-query.ts';
import { storableText } from '#src/schemas/storable-text.ts';
import { CompareActions } from '#src/ui/routes/projects/compare-actions.tsx';
import { CompareTable } from '#src/ui/routes/projects/compare-table.tsx';
import { CompactHead } from '#src/ui/sections/compact-head.tsx';
import { ProjectFinder } from '#src/ui/sections/project-finder.tsx';

const suggestions = 6;

export default async function ComparePage({ query }: { query: string }) {
  const asked = new URLSearchParams(query);
  const { slugs, more } = readCompared(asked);
  // The list that the comparison was started from. Parsed and rewritten, so that it is always a valid address on this site.
  const from = catalogueSearch(parseCatalogueQuery(new URLSearchParams(asked.get('from') ?? '')).query);
  const words = storableText(asked.get('find') ?? '', 100);
  const [projects, found] = await Promise.all([findProjects(slugs), suggestProjects({ words, except: slugs, limit: suggestions })]);
  const known = projects.map(({ slug }) => slug);
  const unknown = slugs.filter((slug) => !known.includes(slug));
  return (
    <>
      <PageHead meta={meta} path="/projects/compare" name={compare.title} />
      <Static as="div">
        <CompactHead isDocument back={{ label: compare.back, href: `/projects${from}#found` }} title={compare.title} lede={compare.lede} />
        <div className="page pt-6 pb-12">
          {unknown.length > 0 && (
            <p role="note" className="mb-6 break-words text-clay">
              {fill(compare.unknown, { slugs: unknown.map(shortened).join(', ') })}
            </p>
          )}
          {more && (
            <p role="note" className="mb-6 text-clay">
              {compare.more}
            </p>
          )}
          {projects.length === 0 ? (
            <p className="lede">{compare.empty}</p>
          ) : (
            <>
              {projects.length === 1 && <p className="lede mb-8">{compare.one}</p>}
              <CompareTable
                texts={compare}
                projects={projects}
                addressWithout={(slug) =>
                  compareAddress(
                    known.filter((other) => other !== slug),
                    from,
                  )
                }
              />
              <CompareActions texts={compare} projects={projects} />
              <p className="mt-4 hidden break-words print:block">
                {fill(compare.asOf, { date: formatDate(new Date()), address: env().PUBLIC_URL + compareAddress(known) })}
              </p>
            </>
          )}
        </div>
        {known.length < compareLimit && (
          <ProjectFinder
            texts={finder}
            action="/projects/compare"
            parameters={[...known.map((slug): [string, string] => ['p', slug]), ...(from ? [['from', from] as [string, string]] : [])]}
            words={words}
            found={found}
            addressWith={(slug) => compareAddress([...known, slug], from)}
          />
        )}
      </Static>
    </>
  );
}
