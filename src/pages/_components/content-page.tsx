import type { ReactNode } from 'react';
import { company } from '#server/company.ts';
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
  /** Its questions, the line before its end, and its end. */
  faq?: Faq;
  proof?: Note;
  closing: Closing;
  /** The contact dialog with a preset subject, which an action `{ label, opens: id }` opens. */
  dialog?: { id: string; subject: string };
};

type ContentPageProps = {
  path: string;
  /** Its module of `shared/content`. */
  words: PageWords;
  /** What stands beside the title. */
  aside?: ReactNode;
  /** In place of the hero of most pages. */
  head?: ReactNode;
  /** Whether it is also a PDF to download, which says of when it is and whose. */
  isBooklet?: boolean;
  children: ReactNode;
};

/** A page of words: the hero, its own sections, and the end that all such pages have. */
export function ContentPage({ path, words, aside, head, isBooklet, children }: ContentPageProps) {
  const { meta, hero, faq, proof, closing, dialog } = words;
  return (
    <>
      <PageHead meta={meta} path={path} faq={faq} />
      {isBooklet && (
        <div className="page">
          <PrintedHead lines={[versionOf(path), ...companyLines()]} />
        </div>
      )}
      {head ?? <PageHero content={hero} aside={aside} />}
      {children}
      {faq && <FaqList content={faq} />}
      {proof && <NoteLine content={proof} />}
      <ClosingCall content={closing} />
      {dialog && <ContactDialog {...dialog} content={contact} contactEmail={company().contactEmail} />}
    </>
  );
}

/** Returns the company's facts as lines, for what is printed. */
export function companyLines(): string[] {
  const { registeredOffice, contactEmail, ...facts } = company();
  return [...(registeredOffice === undefined ? [] : [registeredOffice]), fill(site.footer.numbers, facts), contactEmail];
}

/** Says of when the text of a page is. @throws Error if it is none of the pages that have a date. */
export function versionOf(path: string): string {
  const found = sitePages.find((page) => page.path === path);
  if (!found) throw new Error(`${path} has no date in sitePages`);
  return fill(site.version, { day: formatDay(found.updated) });
}
