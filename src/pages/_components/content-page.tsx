import type { ReactNode } from 'react';
import { company } from '#server/company.ts';
import { dialog as contact } from '#shared/content/contact.ts';
import type { Closing, Faq, Hero, Note, PageMeta } from '#shared/content/types.ts';
import { ContactDialog } from '#src/client/forms/contact-form.tsx';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { ClosingCall, FaqList, NoteLine, PageHero } from '#src/ui/sections/frames.tsx';

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
  children: ReactNode;
};

/** A page of words: the hero, its own sections, and the end that all such pages have. */
export function ContentPage({ path, words, aside, head = <PageHero content={words.hero} aside={aside} />, children }: ContentPageProps) {
  const { meta, faq, proof, closing, dialog } = words;
  return (
    <>
      <PageHead meta={meta} path={path} faq={faq} />
      {head}
      {children}
      {faq && <FaqList content={faq} />}
      {proof && <NoteLine content={proof} />}
      <ClosingCall content={closing} />
      {dialog && <ContactDialog {...dialog} content={contact} contactEmail={company().contactEmail} />}
    </>
  );
}
