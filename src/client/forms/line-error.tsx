'use client';

import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { tonnesField } from '#src/lib/shortlist/shortlist-address.ts';
import { FieldError } from '#src/ui/controls/field.tsx';

/** The error of a line, below the field in the list above the form, which the server renders. */
export function LineError({ slug, text }: { slug: string; text: string }) {
  const id = tonnesField(slug);
  const [place, setPlace] = useState<HTMLElement | null>();
  useEffect(() => {
    const field = document.getElementById(id);
    field?.setAttribute('aria-invalid', 'true');
    field?.setAttribute('aria-describedby', `${id}-error`);
    setPlace(field?.parentElement);
    return () => {
      field?.removeAttribute('aria-invalid');
      field?.removeAttribute('aria-describedby');
    };
  }, [id]);
  return place && createPortal(<FieldError id={id}>{text}</FieldError>, place);
}
