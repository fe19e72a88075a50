import { parse } from 'node-html-parser';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { audit } from '#shared/content/projects/audit.ts';
import type { MixLine, Portfolios, PricedMix } from '#shared/schemas/portfolio.ts';
import type { AuditQuestion } from '#shared/schemas/project.ts';
import { commonLacks, LeftOut, MixColumns, NoMix } from '#src/ui/routes/portfolio.tsx';

const line = (title: string, more: Partial<MixLine> = {}) => ({
  ...{ slug: title.toLowerCase(), title, location: title, verificationStandard: 'VCS', vintageStart: 2024, vintageEnd: 2024 },
  ...{ unitsStatus: 'issued', delivery: null, permanence: 100, latitude: null, longitude: null, tonnes: 10, cost: 100, ...more },
});
const mixOf = (lines: unknown[], more: Partial<PricedMix> = {}) => ({
  ...{ reason: 'cheapest', lines, removals: 0, answered: 5, averagePrice: 10, subtotal: 100, total: 120, lacks: [] },
  ...{
    tonnes: { total: 30, issued: 30, expected: 0, notStated: 0 },
    storage: { shortest: 40, longest: 1000, average: 300, nothingStored: 0, notStated: 0 },
  },
  ...more,
});
const answerOf = (mixes: unknown[], more: object = {}) =>
  ({
    mixes,
    need: { label: [], tonnes: 30 },
    matching: { projects: 2, tonnes: 50, contested: 0 },
    loosened: [],
    ...more,
  }) as unknown as Portfolios;
const textOf = (element: ReactNode) => parse(renderToStaticMarkup(element)).structuredText.replaceAll('\u00a0', ' ');
const columns = (answer: Portfolios, minimumTonnes?: number) => textOf(<MixColumns answer={answer} minimumTonnes={minimumTonnes} />);

it('a mix says of each project when pending credits come, how long its tonnes are stored, and whether it is less than an order takes', () => {
  const pending = { unitsStatus: 'expected', tonnes: 5 } as const;
  const lines = [
    line('Oak', { permanence: 1000 }),
    line('Elm', { permanence: 40, ...pending, delivery: '2027-03-31' }),
    line('Ash', pending),
  ];
  const shown = columns(answerOf([mixOf(lines)]), 31);
  expect(shown).toContain('Elm · VCS · vintage 2024 · pending, forecast by 31 March 2027');
  expect(shown).toContain('Ash · VCS · vintage 2024 · pending, day of delivery not stated');
  expect(shown).toContain('5 t for 40 years, 5 t for 100, 10 t for 1,000');
  expect(columns(answerOf([mixOf([...lines, line('Yew', { permanence: 60 })])]))).toContain('40 to 1,000 years, 300 on average');
  const isTooLittle = (least: number) => columns(answerOf([mixOf(lines)]), least).includes(`less than our minimum order of ${least} t`);
  expect([31, 30].map(isTooLittle)).toEqual([true, false]);
  const mapped = answerOf([mixOf([line('Oak', { latitude: 56, longitude: -4 }), line('Elm')])]);
  expect(renderToStaticMarkup(<MixColumns answer={mapped} minimumTonnes={undefined} />)).toContain('"Places: Oak"');
  expect(shown).toContain('The least you can pay for 30 t');
  expect(columns(answerOf([mixOf(lines)], { need: { label: [], budgetPence: 100 } }))).toContain('The most tonnes for the money: 30 t.');
});

it('what no project of any mix answers stands in no mix, but once for all', () => {
  const lacking = (reason: PricedMix['reason'], tonnes: Partial<Record<AuditQuestion, number>>) => {
    const lacks = Object.entries(tonnes).map(([question, open]) => ({ question, tonnes: open, slugs: ['oak'] }));
    return mixOf([line('Oak')], { reason, lacks: lacks as PricedMix['lacks'] });
  };
  const mixes = [lacking('cheapest', { rating: 30, units: 30 }), lacking('durable', { rating: 30, units: 10 })];
  expect(commonLacks(mixes as unknown as PricedMix[])).toEqual(['rating']);
  const open = columns(answerOf(mixes));
  expect([open.split(`${audit.questions.units.name} (Oak)`).length, open.includes(audit.questions.rating.name)]).toEqual([3, false]);
});

it('where no mix fits, a changed limit has the words for its case', () => {
  const words = (limit: string, need: object) => {
    const loosened = [{ limit, need: { label: [], ...need }, tonnes: 7, subtotal: 100, total: 120, averagePrice: 10 }];
    return /fits:\n(.*?)7 t for £1\.00/s.exec(textOf(<NoMix answer={answerOf([], { loosened, fewestProjects: 2 })} />))?.[1]?.trim();
  };
  expect(words('tonnes', {})).toBe('7 t: the most with at most half from one project, which is our own rule');
  expect(words('tonnes', { projects: 3 })).toBe('7 t: the most your limits allow');
  expect(words('projects', { projects: 1 })).toBe('7 t, even all from one project');
  const matching = (projects: number) => textOf(<NoMix answer={answerOf([], { matching: { projects, tonnes: 50, contested: 0 } })} />);
  expect(matching(1)).toContain('On sale and within your other conditions: 1 project, with 50 t.');
  expect(words('storage', {})).toBe('Shorter storage, or none');
  expect(words('storage', { storage: 40 })).toBe('Stored for at least 40 years');
});

it('contested kinds of projects that were left out can be asked for', () => {
  const answer = (contested: number) => answerOf([], { matching: { projects: 0, tonnes: 0, contested } });
  expect([0, 1].map((count) => textOf(<LeftOut answer={answer(count)} />).endsWith('Include them: 1 project'))).toEqual([false, true]);
});
