import { env } from '#server/platform/env.ts';
import type { Company } from '#src/content/types.ts';

/** The company facts that pages show. They are settings, not content: decisions.md, "Company facts". */
export function company(): Company {
  const settings = env();
  return {
    contactEmail: settings.CONTACT_EMAIL,
    companyNumber: settings.COMPANY_NUMBER,
    vatNumber: settings.VAT_NUMBER,
    marketplaceUrl: settings.MARKETPLACE_URL,
  };
}

/** Claims of the specification that a company may not be able to prove yet, and whether pages show them. */
export function shownClaims(): { homeFigures: boolean; enterpriseFigures: boolean; testimonials: boolean } {
  const { SHOW_HOME_FIGURES, SHOW_ENTERPRISE_FIGURES, SHOW_TESTIMONIALS } = env();
  return { homeFigures: SHOW_HOME_FIGURES, enterpriseFigures: SHOW_ENTERPRISE_FIGURES, testimonials: SHOW_TESTIMONIALS };
}

/** Where the calendar on /book-call comes from: its script, and its page for those who open it by a link. */
export function scheduler(): { scriptUrl: string; url: string } {
  const { SCHEDULER_SCRIPT_URL, SCHEDULER_URL } = env();
  return { scriptUrl: SCHEDULER_SCRIPT_URL, url: SCHEDULER_URL };
}
