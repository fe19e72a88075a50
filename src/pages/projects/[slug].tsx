import { unstable_notFound as notFound } from 'waku/router/server';
import { buyingTerms } from '#server/company.ts';
import { readProjectPage } from '#server/domain/projects/project-page.ts';
import { listBatches } from '#server/domain/record/read/book.ts';
import { Static } from '#server/http/page/static.tsx';
import { env } from '#server/platform/env.ts';
import { CostCalculator } from '#src/client/catalogue/cost-calculator.tsx';
import { terms } from '#src/content/buying-terms.ts';
import { audit } from '#src/content/projects/audit.ts';
import { calculator } from '#src/content/projects/calculator.ts';
import { card } from '#src/content/projects/card.ts';
import { labels } from '#src/content/projects/labels.ts';
import { closing, closingNotOnSale, onRecord, standardPageOf, texts } from '#src/content/projects/project.ts';
import { batches as batchTexts, figures } from '#src/content/record/index.ts';
import { productOffer } from '#src/lib/search-engines/json-ld.ts';
import { compareAddress } from '#src/lib/shortlist/compare-address.ts';
import { defaultTonnes } from '#src/lib/shortlist/shortlist-address.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { type Project, relatedLimit } from '#src/schemas/project.ts';
import { ProjectGrid } from '#src/ui/projects/project-grid.tsx';
import { AuditAnswers } from '#src/ui/routes/project/audit-answers.tsx';
import { FiguresHistory } from '#src/ui/routes/project/figures-history.tsx';
import { OnRecord } from '#src/ui/routes/project/on-record.tsx';
import { ProjectLabels } from '#src/ui/routes/project/project-labels.tsx';
import { ProjectLocator } from '#src/ui/routes/project/project-locator.tsx';
import { ProjectSheet } from '#src/ui/routes/project/project-sheet.tsx';
import { BuyingTermsList } from '#src/ui/sections/buying-terms-list.tsx';
import { ClosingCall } from '#src/ui/sections/closing-call.tsx';
import { Section } from '#src/ui/sections/section.tsx';

/** Most changes of price and availability, and most related projects. */
const limits = { history: 12, related: relatedLimit };
/** Most batches listed. */
const batchLimit = 20;

// The project is looked up before anything is sent, so that an unknown slug gets a real 404. Ids and former slugs are redirected
// by server/http/routes/project-redirects.ts.
export default async function ProjectPage({ slug, query }: { slug: string; query: string }) {
  const page = await readProjectPage(slug, limits);
  if (!page) notFound();
  const { project, history, related } = page;
  const batches = project.isOnRecord ? await listBatches({ projectId: project.id, limit: batchLimit }) : [];
  const description = `${project.title}, ${project.location}: ${project.category} credits under ${project.verificationStandard}. Price, availability, annual impact and place.`;
  return (
    <>
      <PageHead
        meta={{ title: `${project.title} | Carma`, description }}
        path={`/projects/${project.slug}`}
        name={project.title}
        jsonLd={productOffer({ project, publicUrl: env().PUBLIC_URL })}
      />
      <Static as="div">
        <ProjectSheet
          project={project}
          history={<FiguresHistory history={history} texts={texts.history} />}
          texts={texts}
          standardPage={standardPageOf(project.verificationStandard)}
          address={`${env().PUBLIC_URL}/projects/${project.slug}`}
          actions={
            <div className="flex flex-wrap gap-3">
              <a href={`/contact?project=${project.slug}`} rel="nofollow" className="btn-primary w-full sm:w-auto">
                {project.status === 'On sale' ? texts.buy : texts.ask}
              </a>
              {project.status === 'On sale' && (
                <a href="#cost" className="btn-outline flex-auto">
                  {texts.quote}
                </a>
              )}
              <a href={compareAddress([project.slug])} rel="nofollow" className="btn-outline flex-auto">
                {texts.compare}
              </a>
            </div>
          }
        />
        <ProjectLabels project={project} texts={labels} />
        <AuditAnswers project={project} texts={audit} facts={texts.facts} />
        <OnRecord batches={batches} texts={onRecord} words={batchTexts} states={figures.states} forSale={figures.forSale} />
      </Static>
      <Section id="cost" ground="deep" onPaper="part" labelledBy="cost-title">
        <h2 id="cost-title" className="display-2 mb-8 print:(display-3 mb-4)">
          {calculator.title}
        </h2>
        {project.status === 'On sale' ? (
          <CostCalculator
            project={calculated(project)}
            requested={new URLSearchParams(query).get('tonnes')?.slice(0, 15) ?? null}
            defaultTonnes={defaultTonnes}
            texts={calculator}
          />
        ) : (
          <p className="lede text-ink-soft">{calculator.notOnSale[project.status]}</p>
        )}
        <h3 className="display-3 mt-12 mb-4">{terms.title}</h3>
        <BuyingTermsList given={buyingTerms()} terms={terms} />
      </Section>
      <Static as="div">
        <ProjectLocator project={project} texts={texts.map} />
        {related.length > 0 && (
          <Section onPaper="nothing">
            <h2 className="display-2 mb-10">{texts.related}</h2>
            <ProjectGrid projects={related} texts={card} />
          </Section>
        )}
        <div className="print:hidden">
          <ClosingCall content={project.status === 'On sale' ? closing : closingNotOnSale} />
        </div>
      </Static>
    </>
  );
}

/** The fields that the calculator needs: its properties stand in the page. */
function calculated({ slug, title, status, pricePerCredit, availableCredits, unitsStatus, vintageEnd, deliveryBy }: Project) {
  return { slug, title, status, pricePerCredit, availableCredits, unitsStatus, vintageEnd, deliveryBy };
}
