import type { ReactNode } from 'react';
import type { Link } from '#src/content/types.ts';
import { TextLink } from '#src/ui/controls/text-link.tsx';

type NewsletterBandProps = {
  content: { eyebrow: string; title: string; intro: string; notes: readonly string[]; privacy: Link };
  /** The form island. */
  children: ReactNode;
};

/** The invitation to the newsletter, with its form. */
export function NewsletterBand({ content, children }: NewsletterBandProps) {
  return (
    <section id="newsletter" aria-labelledby="newsletter-title" className="band bg-ink text-paper">
      <div className="page grid items-center gap-x-16 gap-y-10 lg:grid-cols-2">
        <div>
          <p className="eyebrow mb-4 text-lichen">{content.eyebrow}</p>
          <h2 id="newsletter-title" className="display-2">
            {content.title}
          </h2>
          <p className="lede mt-5 text-paper/85">{content.intro}</p>
        </div>
        <div className="bg-paper p-6 text-ink md:p-9">
          {children}
          <ul className="mt-7 border-b border-rule text-[0.9375rem] text-ink-soft">
            {content.notes.map((note) => (
              <li key={note} className="border-t border-rule py-2.5">
                {note}
              </li>
            ))}
            <li className="border-t border-rule">
              <TextLink href={content.privacy.href}>{content.privacy.label}</TextLink>
            </li>
          </ul>
        </div>
      </div>
    </section>
  );
}
