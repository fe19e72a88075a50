import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { texts } from '#src/content/projects/project.ts';
import type { Project } from '#src/schemas/project.ts';
import { ProjectRecord } from '#src/ui/routes/project/project-record.tsx';

const shown = (of: Pick<Project, 'registryIssued' | 'registryRetired'>) => {
  const project = {
    title: 'Oak',
    country: null,
    latitude: null,
    longitude: null,
    permanenceYears: 100,
    updatedAt: new Date('2026-09-30T12:00:00Z'),
    ...of,
  };
  return renderToStaticMarkup(<ProjectRecord project={project as Project} texts={texts.facts} standardPage="/credits" />);
};

it("shows the registry's totals as facts of the project, and not as what is for sale", () => {
  const html = shown({ registryIssued: 84_267, registryRetired: 1000 });
  expect(html).toContain('84,267 credits issued by the registry to date, 1,000 of them retired');
  expect(html).toContain(texts.facts.registryTotals.meaning);
  expect(shown({ registryIssued: 0, registryRetired: null })).toContain(
    '<dd class="min-w-0 break-words">0 credits issued by the registry to date<p',
  );
  expect(shown({ registryIssued: null, registryRetired: 5 })).not.toContain(texts.facts.registryTotals.label);
});
