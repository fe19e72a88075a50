import { unstable_notFound as notFound } from 'waku/router/server';
import { buyingTerms } from '#server/company.ts';
import { findWithdrawn, listProjectPages, readProjectPage } from '#server/domain/projects/find.ts';
import { listBatches, sumUnits } from '#server/domain/record/read/book.ts';
import { countUnconfirmed, readRetirementsByMonth } from '#server/domain/record/read/certificates.ts';
import { pageContext, Static } from '#server/http/page/page.ts';
import { env } from '#server/platform/env.ts';
import { terms } from '#shared/content/buying-terms.ts';
import { audit } from '#shared/content/projects/audit.ts';
import { calculator } from '#shared/content/projects/calculator.ts';
import { closing, closingNotOnSale, texts } from '#shared/content/projects/project.ts';
import type { Link } from '#shared/content/types.ts';
import { pricedProject } from '#shared/lib/money/quote.ts';
import { statedVintage } from '#shared/lib/projects/facts.ts';
import { compareAddress, questionAddress } from '#shared/lib/shortlist.ts';
import { type Project, relatedLimit } from '#shared/schemas/project.ts';
import { CostCalculator } from '#src/client/catalogue/cost-calculator.tsx';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { TextLink } from '#src/ui/controls/links.tsx';
import { Notes } from '#src/ui/controls/texts.tsx';
import { ProjectGrid } from '#src/ui/projects/project-card.tsx';
import { AuditAnswers } from '#src/ui/routes/project/audit-answers.tsx';
import { DocumentsAndSurvey, ProjectLocator, ProjectPeople } from '#src/ui/routes/project/evidence.tsx';
import { OnRecord, ProjectHead, ProjectStory } from '#src/ui/routes/project/project-head.tsx';
import { shownBatches } from '#src/ui/routes/record/units.tsx';
import { ClosingCall, NamedSection, Section } from '#src/ui/sections/frames.tsx';
import { BuyingTermsList } from '#src/ui/sections/lists.tsx';
import { fill } from '#verify/text.ts';

/** How many of the newest changes are shown, beside all changes of the price; and how many related projects at most. */
const limits = { history: 12, related: relatedLimit };
/** The id of the calculator's form, which the page's last button submits too. */
const costForm = 'cost-form';

export const listPages = async () =>
  (await listProjectPages()).map(({ slug, updatedAt }) => ({ path: `/projects/${slug}`, updated: updatedAt.toISOString() }));

// The project is looked up before anything is sent, so that an unknown slug gets a real 404. Ids and former slugs are redirected
// by server/http/routes/project-redirects.ts.
export default async function ProjectPage({ slug, query }: { slug: string; query: string }) {
  const page = await readProjectPage(slug, limits);
  if (!page) {
    const [context, withdrawn] = [pageContext(), await findWithdrawn(slug)];
    if (context && withdrawn?.slug === slug) context.withdrawn = withdrawn;
    notFound();
  }
  const { project, history, related } = page;
  const [batches = [], totals, months = [], unconfirmed] = project.isOnRecord
    ? await Promise.all([
        listBatches({ project: project.slug, limit: shownBatches + 1 }),
        sumUnits(project.slug),
        readRetirementsByMonth(project.slug),
        countUnconfirmed({ project: project.slug }),
      ])
    : [];
  const description = `${project.title}, ${project.location}: ${project.category} credits (${project.verificationStandard}). Price, availability, annual impact and place.`;
  const question = { label: texts.ask, href: questionAddress(project.slug) };
  return (
    <>
      <PageHead
        meta={{ title: `${project.title} | Carma`, description }}
        path={`/projects/${project.slug}`}
        name={project.title}
        project={project}
      />
      <article aria-labelledby="project-title">
        <header className="border-b border-rule pt-3 pb-10 md:(pt-6 pb-12) print:(py-0 border-b-0)">
          <div className="page grid items-start gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] print:(block)">
            <Static as="div">
              <ProjectHead project={project} history={history} address={`${env().PUBLIC_URL}/projects/${project.slug}`} />
            </Static>
            <CostBox project={project} question={question} query={query} />
          </div>
        </header>
        <Static as="div">
          <ProjectStory project={project} />
          <DocumentsAndSurvey project={project} />
          <ProjectLocator project={project} />
          <AuditAnswers project={project} />
          <OnRecord batches={batches} totals={totals} unconfirmed={unconfirmed?.units ?? 0} months={months} />
          <ProjectPeople project={project} />
          <NamedSection
            titleId="terms-title"
            title={terms.title}
            titleClass="display-2 mb-5 print:display-3"
            className="page pt-12 pb-16 print:py-4"
          >
            <div className="max-w-[46rem] print:(max-w-none columns-2)">
              <BuyingTermsList given={buyingTerms()} />
            </div>
          </NamedSection>
        </Static>
      </article>
      <Static as="div">
        {related.length > 0 && (
          <Section isScreenOnly>
            <h2 className="display-2 mb-10">{texts.related}</h2>
            <ProjectGrid projects={related} />
          </Section>
        )}
        <ClosingCall
          content={
            project.status === 'On sale'
              ? { ...closing, actions: [{ label: closing.quote, submits: costForm }, closing.call] }
              : { ...closingNotOnSale, actions: [question, closing.call] }
          }
        />
      </Static>
    </>
  );
}

/** What tonnes of a project cost, and buttons to buy them. For a project that is not on sale: why, and a link to ask. */
function CostBox({ project, question, query }: { project: Project; question: Link; query: string }) {
  return (
    <NamedSection
      titleId="cost-title"
      title={calculator.title}
      titleClass="display-3 mb-4 print:mb-2"
      id="cost"
      className="border border-rule bg-paper-bright p-5 md:p-7 print:(mt-4 break-inside-avoid border-0 bg-transparent !p-0)"
    >
      {project.status === 'On sale' && project.unitsStatus === 'expected' && (
        <Notes texts={[fill(calculator.pending, { years: statedVintage(project) ?? audit.notStated.toLowerCase() })]} />
      )}
      {project.status === 'On sale' ? (
        <CostCalculator
          id={costForm}
          project={pricedProject(project)}
          requested={new URLSearchParams(query).get('tonnes')}
          texts={calculator}
        />
      ) : (
        <>
          <p className="text-ink-soft">{calculator.notOnSale[project.status]}</p>
          <a href={question.href} rel="nofollow" className="btn-primary mt-5">
            {question.label}
          </a>
        </>
      )}
      <TextLink link={{ label: texts.compare, href: compareAddress([project]) }} rel="nofollow" className="mt-4 print:hidden" />
    </NamedSection>
  );
}
