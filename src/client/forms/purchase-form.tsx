'use client';

import type { PurchaseFormTexts } from '#shared/content/contact.ts';
import type { CalculatorTexts } from '#shared/content/projects/calculator.ts';
import type { QuoteFormContent } from '#shared/content/shortlist.ts';
import { formatPounds } from '#shared/lib/money/money.ts';
import type { PricedProject } from '#shared/lib/money/quote.ts';
import { projectAddress, purchaseAddress, tonnesField } from '#shared/lib/shortlist.ts';
import type { FormResult } from '#shared/schemas/form.ts';
import { TonnesCost, TonnesField, useTonnes } from '#src/client/catalogue/cost-calculator.tsx';
import { TextLink } from '#src/ui/controls/links.tsx';
import { QuoteForm } from './quote-form.tsx';

type PurchaseFormProps = {
  project: PricedProject;
  /** The tonnes that the address carries, or that were posted without scripts. */
  requested: string | null;
  defaultTonnes: number;
  content: QuoteFormContent;
  calculator: CalculatorTexts;
  texts: PurchaseFormTexts;
  contactEmail: string;
  formResult: FormResult | undefined;
};

/** The quote form for one project: its tonnes are edited in it, priced as they are typed, and sent as they are typed. */
export function PurchaseForm({
  project,
  requested,
  defaultTonnes,
  content,
  calculator,
  texts,
  contactEmail,
  formResult,
}: PurchaseFormProps) {
  const { slug } = project;
  const input = useTonnes(project, requested, defaultTonnes);
  const { tonnes, quoted } = input;
  return (
    <QuoteForm
      content={content}
      lines={[{ project: input.project, tonnes }]}
      contactEmail={contactEmail}
      formResult={formResult}
      line={{
        name: calculator.tonnes,
        field: (error, id) => (
          <>
            <input type="hidden" name="project" value={slug} />
            <TonnesField {...input} id={id} name={tonnesField(slug)} texts={calculator} error={error}>
              <TextLink href={projectAddress({ slug, tonnes })} className="whitespace-nowrap">
                {texts.back}
              </TextLink>
            </TonnesField>
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
            <button type="submit" name="calculate" value="1" className="btn-outline [@media(scripting:enabled)]:hidden">
              {calculator.work}
            </button>
          </>
        ),
      }}
    />
  );
}
