import type { companyCard, options } from '#src/content/contact.ts';
import type { Action, Company } from '#src/content/types.ts';
import { ActionButton } from '#src/ui/controls/action-button.tsx';
import { Section } from '#src/ui/sections/section.tsx';

/** Where the contact form is: in a dialog, or in the page. */
type FormTarget = { opens: string } | { href: string };

type ContactOptionsProps = { options: typeof options; card: typeof companyCard; company: Company; toForm: FormTarget };

/** The two ways to get in touch, and the company's details. */
export function ContactOptions({ options: { title, email, call }, card, company, toForm }: ContactOptionsProps) {
  return (
    <Section>
      <h2 className="sr-only">{title}</h2>
      <div className="grid gap-x-10 gap-y-6 md:(grid-cols-2 gap-y-12) lg:grid-cols-3">
        <Option action={{ label: email.button, ...toForm }} body={email.body} />
        <Option action={{ label: call.button, href: call.href }} body={call.body} />
        <div className="border-t border-ink bg-paper-bright p-5 md:(col-span-2 p-6) lg:col-span-1">
          <h3 className="display-3">{card.title}</h3>
          <dl className="mt-3">
            {company.contactName && <CompanyFact label={card.labels.name}>{company.contactName}</CompanyFact>}
            <CompanyFact label={card.labels.email}>
              <a href={`mailto:${company.contactEmail}`} className="underline underline-offset-4">
                {company.contactEmail}
              </a>
            </CompanyFact>
            {company.telephone && (
              <CompanyFact label={card.labels.telephone}>
                <a href={`tel:${company.telephone.replace(/[^\d+]/g, '')}`} className="underline underline-offset-4">
                  {company.telephone}
                </a>
              </CompanyFact>
            )}
            {company.registeredOffice && <CompanyFact label={card.labels.office}>{company.registeredOffice}</CompanyFact>}
            <CompanyFact label={card.labels.country}>{card.country}</CompanyFact>
            <CompanyFact label={card.labels.companyNumber}>{company.companyNumber}</CompanyFact>
            <CompanyFact label={card.labels.vatNumber}>{company.vatNumber}</CompanyFact>
          </dl>
        </div>
      </div>
    </Section>
  );
}

/** A card whose heading is its button: its name stands once. */
function Option({ action, body }: { action: Action; body: string }) {
  return (
    <div className="border-t border-ink pt-5 md:pt-6">
      <h3>
        <ActionButton action={action} />
      </h3>
      <p className="copy mt-3 text-ink-soft md:mt-4">{body}</p>
    </div>
  );
}

function CompanyFact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="grid grid-cols-[7rem_minmax(0,1fr)] items-baseline gap-x-3 border-t border-rule py-2">
      <dt className="label">{label}</dt>
      <dd className="figure text-[0.9375rem] break-words">{children}</dd>
    </div>
  );
}
