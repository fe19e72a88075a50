'use client';

import { lazy, Suspense } from 'react';
import type { EnterpriseFormContent, EnterpriseFormMode } from '#src/content/enterprise/contact.ts';
import type { EnterpriseKind } from '#src/schemas/enterprise-contact.ts';
import type { FormResult } from '#src/schemas/form-result.ts';
import { useIsland } from './island.ts';

// The fields' code (schema, toasts) is a chunk of its own, fetched when the page is first touched.
const EnterpriseFields = lazy(() => import('./enterprise-form-fields.tsx').then((module) => ({ default: module.EnterpriseFields })));

export type EnterpriseFormProps = {
  content: EnterpriseFormContent;
  kind: EnterpriseKind;
  mode: EnterpriseFormMode;
  contactEmail: string;
  /** A plainly posted form came back. */
  formResult: FormResult | undefined;
};

/** The enterprise contact form, in the page. Without scripts it is a plain post to `/api/enterprise-contact`. */
export function EnterpriseForm(props: EnterpriseFormProps) {
  const island = useIsland<HTMLDivElement>();
  return (
    <div ref={island} data-island="waiting">
      <Suspense>
        <EnterpriseFields {...props} />
      </Suspense>
    </div>
  );
}
