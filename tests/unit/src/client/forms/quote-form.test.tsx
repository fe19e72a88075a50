import { parse } from 'node-html-parser';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { quote } from '#shared/content/shortlist.ts';
import type { FormResult } from '#shared/schemas/form.ts';
import { QuoteForm, ShortlistQuoteForm } from '#src/client/forms/quote-form.tsx';

const line = (title: string, unitsStatus: 'issued' | 'expected' | null, vintageEnd: number | null) => ({
  project: {
    ...({ slug: title.toLowerCase(), title, status: 'On sale', pricePerCredit: 100, availableCredits: 9 } as const),
    ...{ unitsStatus, vintageStart: null, vintageEnd, deliveryBy: null },
  },
  tonnes: 1,
});
const formOf = (lines: ReturnType<typeof line>[], formResult?: FormResult) => {
  const sum = { tonnes: { total: 1, issued: 1, expected: 0, notStated: 0 }, total: 100 };
  return parse(renderToStaticMarkup(<QuoteForm content={quote} lines={lines} sum={sum} formResult={formResult} />));
};
const noteOf = (...lines: ReturnType<typeof line>[]) => {
  const form = formOf(lines);
  return form.querySelector('label:has([name=acceptsLaterDelivery]) + p')?.text ?? form.querySelector('[name=acceptsLaterDelivery]');
};

it('a later delivery can be accepted of pending credits alone, with the day of each project, and not where issuance is not stated', () => {
  const shown = noteOf(line('Oak', 'issued', 2024), line('Elm', 'expected', 2027), line('Ash', 'expected', null), line('Yew', null, 2028));
  expect(shown).toBe('Elm: forecast by 31 December 2027. Ash: the day of delivery is not stated.');
  expect(noteOf(line('Oak', 'issued', 2024), line('Yew', null, 2028))).toBeNull();
});

it('a request that was refused without scripts keeps whether a later delivery is accepted', () => {
  const isTicked = (values: FormResult['values']) =>
    formOf([line('Elm', 'expected', 2027)], { values, errors: {}, failed: false })
      .querySelector('[name=acceptsLaterDelivery]')
      ?.hasAttribute('checked');
  expect([isTicked({ acceptsLaterDelivery: 'true' }), isTicked({})]).toEqual([true, false]);
});

it('a refused list leads back to the whole of it, in its order: also to what is left out, and to what cannot be read as it was', () => {
  const soldOut = { ...line('Ash', 'issued', 2024).project, status: 'Sold out' as const };
  const listed = [
    { project: soldOut, tonnes: 5 },
    line('Oak', 'issued', 2024),
    { ...line('Elm', 'issued', 2024), tonnes: 3, posted: '4,5' },
  ];
  const formResult = { values: {}, errors: { lines: 'Oak is sold out.' }, failed: false };
  const form = renderToStaticMarkup(<ShortlistQuoteForm content={quote} {...{ listed, formResult }} neededBy="2027-03-31" />);
  const back = parse(form).querySelector('[role=alert] a');
  expect(back?.text).toBe('Back to the shortlist');
  expect(back?.getAttribute('href')).toBe('/shortlist?p=ash:5&p=oak:1&p=elm:3&by=2027-03-31');
});
