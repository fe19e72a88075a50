import { countAnswers } from '#server/domain/projects/figures.ts';
import { unlessFailed } from '#server/http/page/report-page-error.ts';
import { audit } from '#src/content/projects/audit.ts';
import type { gaps } from '#src/content/qms.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount, projectCount } from '#src/lib/text/numbers.ts';
import { catalogueSearch, emptyCatalogueQuery } from '#src/schemas/catalogue-query.ts';
import { TextLink } from '#src/ui/controls/text-link.tsx';
import { Section } from '#src/ui/sections/section.tsx';

/** How many of the projects on sale answer each question of an auditor, with links to those that do not. */
export async function AnswerCounts({ content }: { content: typeof gaps }) {
  const counted = await unlessFailed('qms', countAnswers(), 'Could not count the answers of the catalogue');
  return (
    <Section id="gaps" onPaper="nothing">
      <h2 className="display-2">{content.title}</h2>
      <p className="copy mt-4 text-ink-soft">
        {counted ? fill(counted.onSale > 0 ? content.intro : content.none, { projects: projectCount(counted.onSale) }) : content.failed}
      </p>
      {counted && counted.onSale > 0 && (
        <ol className="mt-8 border-b border-rule">
          {counted.answered.map(({ question, projects }) => (
            <li
              key={question}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 border-t border-rule py-2 first:border-ink md:(min-h-14 py-1 grid-cols-[minmax(0,1fr)_12rem_16rem])"
            >
              <span>{audit.questions[question].name}</span>
              <span className="figure text-right">
                {fill(content.count, { answered: formatCount(projects), onSale: formatCount(counted.onSale) })}
              </span>
              <span className="col-span-2 text-[0.9375rem] md:(col-span-1 text-right)">
                {projects < counted.onSale && (
                  <TextLink href={`/projects${catalogueSearch(emptyCatalogueQuery, { status: ['On sale'], unanswered: question })}`}>
                    {fill(content.link, { projects: projectCount(counted.onSale - projects) })}
                  </TextLink>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
