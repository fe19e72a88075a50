import type { ReactNode } from 'react';
import { company, withEmail } from '#server/company.ts';
import { dialog as contact } from '#shared/content/contact.ts';
import { sitePages } from '#shared/content/navigation.ts';
import { site } from '#shared/content/site.ts';
import type { Closing, Faq, Hero, Note, PageMeta } from '#shared/content/types.ts';
import { ContactDialog } from '#src/client/forms/contact-form.tsx';
import { ClosingCall, FaqList, NoteLine, PageHero, PrintedHead } from '#src/ui/sections/frames.tsx';
import { fill, formatDay } from '#verify/text.ts';
import { PageHead } from './page-head.tsx';

type PageWords = {
  meta: PageMeta;
  hero: Hero;
  faq?: Faq;
  /** The line before the closing call. */
  proof?: Note;
  closing: Closing;
  /** The contact dialog with a preset subject, which an action `{ label, opens: id }` opens. */
  dialog?: { id: string; subject: string };
};

type ContentPageProps = {
  path: string;
  /** The page's module of `shared/content`. */
  words: PageWords;
  /** Whether the page is also a PDF to download, which begins with its date and the company's facts. */
  isBooklet?: boolean;
  children: ReactNode;
  // What stands beside the title in the hero that most pages have, or the head that stands in its place.
} & ({ aside?: ReactNode; head?: never } | { aside?: never; head: ReactNode });

/** A page of words: the hero, its own sections, and the end that all such pages have. */
export function ContentPage({ path, words, aside, head, isBooklet, children }: ContentPageProps) {
  const { meta, hero, faq, proof, closing, dialog } = words;
  return (
    <>
      <PageHead meta={meta} path={path} faq={faq} />
      {isBooklet && (
        <div className="page">
          <PrintedHead lines={[sayVersion(path), ...companyLines()]} />
        </div>
      )}
      {head ?? <PageHero content={hero} aside={aside} />}
      {children}
      {faq && <FaqList content={faq} />}
      {proof && <NoteLine content={proof} />}
      <ClosingCall content={closing} />
      {dialog && <ContactDialog {...dialog} content={withEmail(contact)} />}
    </>
  );
}

/** Returns the company's facts as lines, for what is printed. */
export function companyLines(): string[] {
  const { registeredOffice, contactEmail, ...facts } = company();
  return [...(registeredOffice === undefined ? [] : [registeredOffice]), fill(site.footer.numbers, facts), contactEmail];
}

/** Returns a sentence with the date of a page's text. @throws Error if `sitePages` has no such page. */
export function sayVersion(path: string): string {
  const dated = sitePages.find((page) => page.path === path);
  if (!dated) throw new Error(`${path} has no date in sitePages`);
  return fill(site.version, { day: formatDay(dated.updated) });
}
