'use client';

import type { PurchaseFormTexts } from '#shared/content/contact.ts';
import type { CalculatorTexts } from '#shared/content/projects/calculator.ts';
import { formatPounds } from '#shared/lib/money/money.ts';
import { costAddress, purchaseAddress, tonnesField } from '#shared/lib/shortlist.ts';
import { TonnesCost, TonnesField, type TonnesRequest, useTonnes } from '#src/client/catalogue/cost-calculator.tsx';
import { SubmitButton, TextLink } from '#src/ui/controls/links.tsx';
import { QuoteForm, type QuoteFormProps } from './quote-form.tsx';

type PurchaseFormProps = Pick<QuoteFormProps, 'content' | 'formResult'> &
  TonnesRequest & { calculator: CalculatorTexts; texts: PurchaseFormTexts };

/**
 * The quote form for one project: its tonnes are edited in it, priced while they are typed, and sent in the visitor's own spelling. A file
 * of its own, because with the calculator the scripts of /shortlist, which has ./quote-form.tsx too, pass their limit (decision 015).
 */
export function PurchaseForm({ project, requested, calculator, texts, ...form }: PurchaseFormProps) {
  const { slug } = project;
  const input = useTonnes({ project, requested });
  const { tonnes, quoted } = input;
  return (
    <QuoteForm
      {...form}
      lines={[{ project: input.project, tonnes }]}
      sum={quoted}
      line={{
        name: calculator.tonnes,
        field: (error, id) => (
          <>
            <input type="hidden" name="project" value={slug} />
            <TextLink link={{ label: texts.back, href: costAddress({ slug, tonnes }) }} className="absolute -top-12 left-5 md:left-9" />
            <TonnesField {...input} id={id} name={tonnesField(slug)} texts={calculator} error={error} />
            <TonnesCost {...input} texts={calculator} addressOf={(most) => purchaseAddress({ slug, tonnes: most })} />
          </>
        ),
        total: (
          <>
            {quoted.tonnes.total > 0 && (
              <p className="leading-tight">
                <span className="figure block text-[1.125rem]">{formatPounds(quoted.total)}</span>
                <span className="text-[0.875rem] text-ink-soft">{texts.inclVat}</span>
              </p>
            )}
            <SubmitButton label={calculator.work} name="calculate" value="1" className="btn-outline [@media(scripting:enabled)]:hidden" />
          </>
        ),
      }}
    />
  );
}
