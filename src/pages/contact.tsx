import { company } from '#server/company.ts';
import { requestContext } from '#server/platform/request-context.ts';
import { ContactDialog } from '#src/client/forms/contact-dialog.tsx';
import { companyCard, dialog, hero, meta, options, topics } from '#src/content/contact.ts';
import { ContactOptions } from '#src/ui/routes/contact/contact-options.tsx';
import { PageHero } from '#src/ui/sections/page-hero.tsx';
import { PageHead } from './_components/page-head.tsx';

export default function ContactPage({ query }: { query: string }) {
  const asked = new URLSearchParams(query);
  const facts = company();
  const formResult = requestContext()?.formResult;
  const subject = formResult?.values.subject ?? topics[asked.get('topic') ?? ''];
  return (
    <>
      <PageHead meta={meta} path="/contact" />
      {asked.get('sent') === '1' && (
        <div role="status" className="border-b border-ink bg-lichen py-5">
          <p className="page">
            <strong>{dialog.success.title}</strong> {dialog.success.body}
          </p>
        </div>
      )}
      <PageHero content={hero} />
      <ContactOptions options={options} card={companyCard} company={facts} dialogId="contact-dialog" />
      <ContactDialog
        id="contact-dialog"
        content={dialog}
        contactEmail={facts.contactEmail}
        subject={subject}
        open={Boolean(formResult ?? subject)}
        formResult={formResult}
      />
    </>
  );
}

export const getConfig = async () => ({ render: 'dynamic' }) as const;
