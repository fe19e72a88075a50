import type { ReactNode } from 'react';

type DescribedProps = {
  /** What a control with a general label is about; undefined: nothing needs to be said. */
  by: string | undefined;
  /** Tells it from others of the page. */
  name: string;
  children: (attributes: { 'aria-describedby'?: string }) => ReactNode;
};

/** A control whose name is exactly its label, with a description beside it that only assistive technology reads. */
export function Described({ by, name, children }: DescribedProps) {
  if (!by) return children({});
  const id = `about-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
  return (
    <>
      {children({ 'aria-describedby': id })}
      <span id={id} hidden>
        {by}
      </span>
    </>
  );
}
