import { Fragment } from 'react';
import type { Note } from '#src/content/types.ts';

/** One line between two sections, with links to where its subject is dealt with. */
export function NoteLine({ content: { text, links } }: { content: Note }) {
  return (
    <div className="page py-6 md:py-14">
      <p className="border-y border-rule py-3 leading-[1.75] text-ink-soft">
        <span className="mr-2">{text}</span>{' '}
        {links.map(({ label, href }) => (
          <Fragment key={href}>
            <a href={href} className="text-link mr-3 text-canopy">
              {label}
            </a>{' '}
          </Fragment>
        ))}
      </p>
    </div>
  );
}
