import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { audit } from '#shared/content/projects/audit.ts';
import { texts } from '#shared/content/projects/project.ts';
import { auditQuestions, type Project } from '#shared/schemas/project.ts';
import { AuditAnswers } from '#src/ui/routes/project/audit-answers.tsx';

/** A project of which hardly anything else is stated. */
const project = (stated: Partial<Project>) =>
  ({
    ...{ registryIssued: null, registryRetired: null, bufferShare: null, permanenceYears: null, vintageStart: null, vintageEnd: null },
    ...{ verificationStandard: 'VCS', title: 'Oak', slug: 'oak', category: 'Reforestation', projectType: null, status: 'On sale' },
    ...{ unanswered: [], fromRecord: [], ...stated },
  }) as unknown as Project;
const shown = (stated: Partial<Project>) => renderToStaticMarkup(<AuditAnswers project={project(stated)} />);

it("the registry's totals are shown as facts of the project, and not as what is for sale", () => {
  const html = shown({ registryIssued: 84_267, registryRetired: 1000 });
  expect(html).toContain('84,267 credits issued by the registry to date, 1,000 of them retired');
  expect(html).toContain(texts.facts.registryTotals.meaning);
  expect(shown({ registryIssued: 0, registryRetired: null })).toContain('>0 credits issued by the registry to date<');
  expect(shown({ registryIssued: null, registryRetired: 5 })).not.toContain(audit.questions.units.atRegistry);
});

it('what the catalogue does not state, and the record does, is shown with where it is from', () => {
  const stated = { unitType: 'Avoidance', vintageStart: 2020, vintageEnd: 2021 } as const;
  const marks = (html: string) => html.split(audit.fromRecord).length - 1;
  expect([shown(stated), shown({ ...stated, fromRecord: ['vintage', 'unitType'] })].map(marks)).toEqual([0, 2]);
});

it('pending credits have no verified tonnes, and those of the Woodland Carbon Code and the Peatland Code count only in the UK', () => {
  const stated = { verificationReport: 'Validation report', verificationStandard: 'Woodland Carbon Code' };
  const { vintage, units } = audit.questions;
  expect(shown({ ...stated, unitsStatus: 'expected' })).toContain(`${stated.verificationReport}</bdi>${vintage.unverified}`);
  expect(shown({ ...stated, unitsStatus: 'issued' })).not.toContain(vintage.unverified);
  const pages = [shown(stated), shown({ verificationStandard: 'Peatland Code' }), shown({})];
  expect(pages.map((html) => html.includes(units.ukOnly))).toEqual([true, true, false]);
});

it('a vintage is one year or a span, serial numbers on the record prevail, and an authorisation is no adjustment', () => {
  const years = (vintageEnd: number) =>
    />([^<]*)<\/span><\/dd>/.exec(shown({ vintageStart: 2020, vintageEnd }).split(`>${audit.questions.vintage.vintage}<`)[1] ?? '')?.[1];
  expect([2020, 2021].map(years)).toEqual(['2020', '2020 to 2021']);
  expect([false, true].map((isOnRecord) => shown({ serials: 'A-1', isOnRecord }).includes('A-1'))).toEqual([true, false]);
  const label = 'Article 6 authorised';
  const labels = [{ label, vintageStart: null, vintageEnd: null, source: 'Registry', asOf: '2026-03-31' }] satisfies Project['labels'];
  expect(shown({ labels })).toContain(audit.questions.adjustment.authorised[label]);
});

const { reversals } = audit.questions.shortfall;

it.each([
  ['nothing is stored', { category: 'Methane Avoidance' }, reversals['nothing stored']],
  ['carbon is stored', { permanenceYears: 100 }, reversals.stored],
  ['the storage is not stated', {}, reversals['not stated']],
])('the risk of a reversal follows from the storage, the fourth of eight questions: %s', (_what, stated, words) => {
  expect([auditQuestions.length, auditQuestions.indexOf('storage')]).toEqual([8, 3]);
  const html = shown(stated);
  expect(Object.values(reversals).filter((text) => html.includes(text))).toEqual([words]);
});
