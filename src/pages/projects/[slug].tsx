import { unstable_notFound as notFound } from 'waku/router/server';
import { env } from '#server/env.ts';
import { findProject, listRelatedProjects } from '#server/projects/find.ts';
import { closing, standardPageOf, texts } from '#src/content/projects/project.ts';
import { productOffer } from '#src/lib/json-ld.ts';
import { relatedLimit } from '#src/schemas/project.ts';
import { ProjectGrid } from '#src/ui/project-grid.tsx';
import { ProjectLocator } from '#src/ui/project-locator.tsx';
import { ProjectSheet } from '#src/ui/project-sheet.tsx';
import { Section } from '#src/ui/section.tsx';
import { ClosingCall } from '#src/ui/sections/closing-call.tsx';
import { PageHead } from '../_components/page-head.tsx';

// The project is looked up before anything is sent, so that an unknown slug is a real 404. Ids and old slugs are led on
// by server/http/project-redirects.ts.
export default async function ProjectPage({ slug }: { slug: string }) {
  const project = await findProject(slug);
  if (!project) notFound();
  const related = await listRelatedProjects(project, relatedLimit);
  const description = `${project.title}, ${project.location}: ${project.category} credits under ${project.verificationStandard}. Price, availability, impact a year and place.`;
  return (
    <>
      <PageHead
        meta={{ title: `${project.title} | Carma`, description }}
        path={`/projects/${project.slug}`}
        name={project.title}
        jsonLd={[productOffer({ project, publicUrl: env().PUBLIC_URL })]}
      />
      <ProjectSheet
        project={project}
        texts={texts}
        standardPage={standardPageOf(project.verificationStandard)}
        actions={
          <a href="/contact" className="btn-primary">
            {texts.quote}
          </a>
        }
      />
      <ProjectLocator project={project} texts={texts.map} />
      {related.length > 0 && (
        <Section>
          <h2 className="display-2 mb-10">{texts.related}</h2>
          <ProjectGrid projects={related} />
        </Section>
      )}
      <ClosingCall content={closing} />
    </>
  );
}

export const getConfig = async () => ({ render: 'dynamic' }) as const;
