import type { ComponentProps } from 'react';

/** A link that stands on a line of its own, high enough for a finger. */
export function TextLink({ className = '', ...link }: ComponentProps<'a'>) {
  return <a {...link} className={`text-link inline-flex min-h-11 items-center text-canopy ${className}`.trim()} />;
}
