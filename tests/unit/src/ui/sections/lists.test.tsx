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

  const ofOrders = { minimumTonnes: 50, serialsWithinDays: 5, volume: '5% off', payment: '30 days' };
  const given = { ...nothing, ...ofOrders, contractUrl: 'https://a.example' };
  const set = { 'Minimum order': '50 tonnes', 'Serial numbers': 'Within 5 days of payment', 'Larger volumes': '5% off' };
  const procurement = { 'Payment and due date': '30 days', 'Contract, and who signs it': 'Sample contract' };
  expect(stated(given, true)).toMatchObject({ ...set, ...procurement, 'Agreed in each order': 'Purchase orders · E-invoices' });
  expect(Object.keys(stated(given, false)).toSorted()).toEqual([...always, ...Object.keys({ ...set, ...procurement })].toSorted());
});
