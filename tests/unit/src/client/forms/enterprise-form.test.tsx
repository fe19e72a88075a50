import { parse } from 'node-html-parser';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { form, modes } from '#shared/content/enterprise/contact.ts';
import { enterpriseMessage, sectors } from '#shared/schemas/enterprise-contact.ts';
import { EnterpriseForm } from '#src/client/forms/enterprise-form.tsx';
import { filledForm } from '#tests/support/filled-form.ts';

it('an enterprise message that was refused without scripts keeps all that was typed and chosen, but for its files', () => {
  const others = { sector: sectors.at(-1), volume: '12,000' };
  const { kind: _, attachment: __, ...values } = filledForm(enterpriseMessage, 'a-few-words', others) as Record<string, string>;
  const refused = { values, errors: {}, failed: false };
  const element = <EnterpriseForm {...{ content: form, kind: 'rfp', mode: modes.rfp, sectors, endings: [] }} formResult={refused} />;
  const shown = parse(renderToStaticMarkup(element));
  const kept = Object.keys(values).map((name) => {
    const field = shown.querySelector(`[name="${name}"]`);
    return [name, field?.getAttribute('value') ?? field?.querySelector('[selected]')?.getAttribute('value') ?? field?.text];
  });
  expect(Object.fromEntries(kept)).toEqual(values);
});
