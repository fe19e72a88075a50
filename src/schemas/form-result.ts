/** The result of a form posted without scripts: what was typed, and the first error of each field. */
export type FormResult = {
  values: Record<string, string>;
  errors: Record<string, string>;
  /** Whether the form as a whole failed, for example because the database did not answer. */
  failed: boolean;
  /** Advice for the visitor, if any. */
  reason?: string;
  /** What a check of a certificate found: a `CheckResult`. */
  checked?: unknown;
};
