import { expect, it, onTestFinished, vi } from 'vitest';
import { portfolioNeed } from '#shared/schemas/portfolio.ts';
import { deliveryTerms } from '#shared/schemas/quote-request.ts';
import { dayTexts, nearDayText, parseTonnes, readCount } from '#shared/schemas/typed.ts';
import { has } from '#tests/support/matchers.ts';

const written = { 1200: ['1200', ' 1,200 ', '1 200'], 1000000: ['1,000,000'], 60000: ['60 000 t', '60k', '60,000 tonnes', '60000tCO2e'] };
it.each(Object.entries(written))('tonnes are parsed as %s, with separators, k and unit', (tonnes, texts) => {
  for (const text of texts) expect(parseTonnes(text), text).toBe(Number(tonnes));
});

const noTonnes = ['1.200', '1.2k', '5 years', '12,5', '1,20', '1,2345', '1,234 567', '0,500', ',5', '0', '', '-3', '1.5', '1e3', '٣'];
it.each([...noTonnes, '9'.repeat(40), `${'9'.repeat(15)}k`])('tonnes are not %j', (text) => {
  expect(parseTonnes(text)).toBeNull();
});

it.each([
  ['22027-02-28', dayTexts.wrong],
  ['2027-02-30', dayTexts.wrong],
  ['2027-07-01', dayTexts.tooEarly],
  ['2027-07-02', undefined],
])('credits needed by %s, at half past midnight in London on 1 July 2027: a quote and a portfolio say %j', (deliverBy, wrong) => {
  vi.setSystemTime('2027-06-30T23:30Z');
  onTestFinished(() => void vi.useRealTimers());
  const quote = deliveryTerms.deliverBy.safeParse(deliverBy).error?.issues ?? [];
  const portfolio = portfolioNeed.safeParse({ tonnes: 1, deliverBy }).error?.issues ?? [];
  const messages = wrong === undefined ? [] : [wrong];
  expect([quote, portfolio].map((issues) => issues.map(({ message }) => message))).toEqual([messages, messages]);
});

it('years are read with their unit', () => {
  expect(['100', '1 year', '100 years', '100 t'].map((text) => readCount(text, 'years'))).toEqual([100, 1, 100, null]);
});

it('a day by which credits are needed is near from tomorrow on, for less than thirty days', () => {
  const days = ['2026-12-01', '2026-12-02', '2026-12-30', '2026-12-31'];
  const said = days.map((day) => nearDayText(day, new Date('2026-12-01T12:00Z')));
  expect(said).toEqual([undefined, has('With 1 day left: '), has('With 29 days left: '), undefined]);
});
