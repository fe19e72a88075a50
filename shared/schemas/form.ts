import type { CheckResult } from '#verify/check-entry.ts';

/** The result of a form posted without scripts: what was typed, and the first error of each field. */
export type FormResult = {
  values: Record<string, string>;
  errors: Record<string, string>;
  /** Whether the form as a whole failed, for example because the database did not answer. */
  failed: boolean;
  /** Said instead of the form's own words for a failure, if anything is. */
  reason?: string;
  /** What a check of a certificate found. */
  checked?: CheckResult;
};

/** The field, and its value, by which a contact form that stands in a page is told from the one in the page's dialog. */
export const formPlace = { field: 'place', page: 'page' } as const;

/**
 * Returns the field beside which the form says why a request was refused: `prices`, the one field that all errors are of (a day, the tonnes
 * of a message), or `lines`, the list as a whole.
 */
export function refusedField(code: string, errors: readonly { field: string }[]): string {
  if (code === 'prices_changed') return 'prices';
  const [first] = errors;
  return first && !first.field.startsWith('lines') && errors.every(({ field }) => field === first.field) ? first.field : 'lines';
}

/** The names under which a tab keeps what is typed into a form, until a page says by the same name that it was sent. */
export const drafts = { quote: 'carma.draft.quote', enterprise: 'carma.draft.enterprise' } as const;
