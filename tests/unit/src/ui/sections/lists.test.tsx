import { parse } from 'node-html-parser';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { BuyingTerms } from '#shared/content/buying-terms.ts';
import { BuyingTermsList } from '#src/ui/sections/lists.tsx';

const nothing: BuyingTerms = {
  ...{ quoteValidDays: 1, minimumTonnes: undefined, serialsWithinDays: undefined, volume: undefined },
  ...{ payment: undefined, orders: undefined, invoices: undefined, contractUrl: undefined },
};
const stated = (given: BuyingTerms, isWhole: boolean) => {
  const list = parse(renderToStaticMarkup(<BuyingTermsList given={given} isWhole={isWhole} />));
  return Object.fromEntries(list.querySelectorAll('dt').map((name) => [name.text, name.nextElementSibling?.text]));
};
const always = ['Currency', 'VAT', 'Refunds', 'Quoted prices hold for'];

it('the buying terms have what is set; for procurement they name what each order agrees, and what becomes of credits that never come', () => {
  expect(Object.keys(stated(nothing, false))).toEqual(always);
  const whole = stated(nothing, true);
  const unset = 'Payment and due date · Purchase orders · E-invoices · Contract, and who signs it';
  expect(whole).toMatchObject({ 'Quoted prices hold for': '1 day from the day you ask', 'Agreed in each order': unset });
  expect(whole['Pending credits that are never issued']).toContain('“Not delivered”');

  const given = {
    ...nothing,
    ...{ minimumTonnes: 50, serialsWithinDays: 5, volume: '5% off', payment: '30 days', contractUrl: 'https://a.example' },
  };
  expect(stated(given, true)['Agreed in each order']).toBe('Purchase orders · E-invoices');
  const general = { 'Minimum order': '50 tonnes', 'Larger volumes': '5% off' };
  const procurement = { 'Payment and due date': '30 days', 'Contract, and who signs it': 'Sample contract' };
  const set = { ...general, ...procurement, 'Serial numbers': 'Within 5 days of payment' };
  expect(stated(given, false)).toMatchObject(set);
  expect(Object.keys(stated(given, false))).toEqual([...always, ...Object.keys(set)]);
});
