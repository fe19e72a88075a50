import type { ReactNode } from 'react';
import type { message } from '#src/content/contact.ts';
import { TextLink } from '#src/ui/controls/text-link.tsx';

/** The contact form in the page, with where to start instead if the message is about a project. */
export function MessageSection({ content: { title, intro, link }, children }: { content: typeof message; children: ReactNode }) {
  return (
    <section id="message" aria-labelledby="message-title" className="pt-12 md:pt-20">
      <div className="page grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div>
          <h2 id="message-title" className="display-2">
            {title}
          </h2>
          <p className="copy mt-4 text-ink-soft">{intro}</p>
          <TextLink href={link.href}>{link.label}</TextLink>
        </div>
        {children}
      </div>
    </section>
  );
}
