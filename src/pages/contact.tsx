import { company } from '#server/company.ts';
import { findProject } from '#server/domain/projects/find.ts';
import { pageContext } from '#server/http/page/page-context.ts';
import { reportPageError } from '#server/http/page/report-page-error.ts';
import { ContactDialog } from '#src/client/forms/contact-dialog.tsx';
import { companyCard, dialog, hero, meta, options, purchase, topics } from '#src/content/contact.ts';
import { receiptTexts } from '#src/content/receipt.ts';
import { own } from '#src/lib/input/own.ts';
import { readReceipt } from '#src/lib/protocol/receipt.ts';
import { fill } from '#src/lib/text/fill.ts';
import { subjectMaxLength } from '#src/schemas/contact.ts';
import type { Project } from '#src/schemas/project.ts';
import { storableText } from '#src/schemas/storable-text.ts';
import { ReceiptNote } from '#src/ui/controls/receipt-note.tsx';
import { ContactOptions } from '#src/ui/routes/contact/contact-options.tsx';
import { PageHero } from '#src/ui/sections/page-hero.tsx';
import { PageHead } from './_components/page-head.tsx';

export default async function ContactPage({ query }: { query: string }) {
  const parameters = new URLSearchParams(query);
  const receipt = readReceipt(parameters);
  const facts = company();
  const formResult = pageContext()?.formResult;
  const slug = formResult?.values.project ?? parameters.get('project');
  const project = slug ? await findPurchase(storableText(slug)) : undefined;
  const subject = formResult?.values.subject ?? (project ? purchaseSubject(project) : own(topics, parameters.get('topic') ?? ''));
  return (
    <>
      <PageHead meta={meta} path="/contact" />
      {receipt && (
        <div role="status" className="border-b border-ink bg-lichen py-5">
          <div className="page">
            <p>
              <strong>{dialog.success.title}</strong> {dialog.success.body}
            </p>
            <ReceiptNote texts={receiptTexts} receipt={receipt} />
          </div>
        </div>
      )}
      <PageHero content={hero} />
      <ContactOptions options={options} card={companyCard} company={facts} dialogId="contact-dialog" />
      <ContactDialog
        id="contact-dialog"
        content={dialog}
        contactEmail={facts.contactEmail}
        subject={subject}
        purchase={project && { slug: project.slug, available: project.availableCredits ?? 0 }}
        open={Boolean(formResult ?? subject)}
        formResult={formResult}
      />
    </>
  );
}

/** Finds the project of a purchase. If it is missing, or the database does not answer, the form is a general one. */
async function findPurchase(slug: string): Promise<Project | undefined> {
  return findProject(slug).catch((error: unknown) => {
    reportPageError('contact', error, 'Could not read the project of a purchase');
    return undefined;
  });
}

/** Returns the subject of a purchase, truncated to the length of a subject. */
function purchaseSubject(project: Project): string {
  const subject = project.status === 'On sale' ? purchase.subject : purchase.question;
  return [...fill(subject, { title: project.title })].slice(0, subjectMaxLength).join('');
}
