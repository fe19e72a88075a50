import { type Env, env } from '#server/platform/env.ts';
import type { BuyingTerms } from '#shared/content/buying-terms.ts';
import { signature } from '#shared/content/mails.ts';
import type { Company } from '#shared/content/types.ts';
import { fill } from '#verify/text.ts';

/** Returns the company facts that pages and mails show. They are settings, not content: decisions.md, "Company facts". */
export function company(): Company {
  const settings = env();
  return {
    contactEmail: settings.CONTACT_EMAIL,
    companyNumber: settings.COMPANY_NUMBER,
    vatNumber: settings.VAT_NUMBER,
    marketplaceUrl: settings.MARKETPLACE_URL,
    contactName: settings.CONTACT_NAME,
    telephone: settings.CONTACT_TELEPHONE,
    registeredOffice: settings.REGISTERED_OFFICE,
    chainExplorerUrl: settings.CHAIN_EXPLORER_URL,
  };
}

/** Returns the parts of a mail to a visitor, with its signature below: a company’s mails have to say who it is, as its letters do. */
export function withSignature(...parts: string[]): string {
  const facts = { ...company(), url: env().PUBLIC_URL };
  return `${[...parts, fill(signature, { ...facts, office: facts.registeredOffice ?? '' }).trimEnd()].join('\n\n')}\n`;
}

/** Returns the words of a form with our address among those of a failure. */
export function withEmail<Words extends { failure: { body: string } }>(words: Words): Words {
  return { ...words, failure: { ...words.failure, body: fill<string>(words.failure.body, { email: env().CONTACT_EMAIL }) } };
}

/** Returns the buying terms that are settings. Those that are not set are undefined. */
export function buyingTerms(): BuyingTerms {
  const settings = env();
  return {
    quoteValidDays: settings.QUOTE_VALID_DAYS,
    minimumTonnes: settings.MINIMUM_ORDER_TONNES,
    payment: settings.PAYMENT_TERMS,
    orders: settings.PURCHASE_ORDER_TERMS,
    invoices: settings.E_INVOICE_TERMS,
    serialsWithinDays: settings.SERIALS_WITHIN_DAYS,
    volume: settings.VOLUME_TERMS,
    contractUrl: settings.SAMPLE_CONTRACT_URL,
  };
}

/** Checks whether pages show some of the specification's claims; the company may not be able to prove them all yet. */
export const isClaimShown = (claim: Env['HIDDEN_CLAIMS'][number]): boolean => !env().HIDDEN_CLAIMS.includes(claim);
