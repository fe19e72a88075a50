import { renderToStaticMarkup as html } from 'react-dom/server';
import { expect, it } from 'vitest';
import { evidenceTexts } from '#shared/content/projects/labels.ts';
import type { Project } from '#shared/schemas/project.ts';
import { DocumentsAndSurvey, ProjectPeople, Source } from '#src/ui/routes/project/evidence.tsx';

const updatedAt = new Date('2026-03-31T12:00:00Z');
const project = (stated: Partial<Project>) =>
  ({ slug: 'oak', vintageStart: null, vintageEnd: null, updatedAt, ...stated }) as unknown as Project;

it('a source is a link to its site, which is not endorsed, if it is a web address, and otherwise its words', () => {
  expect(html(<Source source="https://registry.example/a?b=1" />)).toMatch(
    /^<a href="https:\/\/registry\.example\/a\?b=1" rel="nofollow noopener"[^>]*><bdi>registry\.example<\/bdi><\/a>$/,
  );
  for (const words of ['Verra, see https://registry.example', 'javascript:alert(1)'])
    expect(html(<Source source={words} />)).toBe(`<bdi>${words}</bdi>`);
});

const onFile = { title: 'PDD', address: 'https://registry.example/pdd' };
it.each([
  [null, true],
  [[onFile, { title: 'Report', address: null }], true],
  [[onFile], false],
])('documents can be asked for while one of %j cannot be opened', (documents, isAskedFor) => {
  const shown = html(<DocumentsAndSurvey project={project({ documents } as unknown as Partial<Project>)} />);
  expect(shown.includes('ask=documents')).toBe(isAskedFor);
});

it('the meaning of labels that share one stands once, below the first of them', () => {
  const stated = { vintageStart: null, vintageEnd: null, source: 'Registry', asOf: '2026-03-31' };
  const labels = (['SDG 13', 'SDG 15'] as const).map((label) => ({ ...stated, label }));
  const { meaning } = evidenceTexts.texts['SDG 13'];
  const [above = '', below, ...more] = html(<ProjectPeople project={project({ labels })} />).split(html(meaning));
  expect([above.includes('SDG 13'), above.includes('SDG 15'), below?.includes('SDG 15'), more]).toEqual([true, false, true, []]);
});

it('pending credits were validated, not verified', () => {
  const verifier = (unitsStatus: Project['unitsStatus']) =>
    html(<ProjectPeople project={project({ unitsStatus, verifier: 'Soil Ltd' })} />);
  expect([verifier('issued').includes('>Verified by<'), verifier('expected').includes('>Validated by<')]).toEqual([true, true]);
});
