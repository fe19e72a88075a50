import { company } from '#server/company.ts';
import { pageContext } from '#server/http/page/page-context.ts';
import { EnterpriseForm } from '#src/client/forms/enterprise-form.tsx';
import { form, hero, meta, modes, services, ways } from '#src/content/enterprise/contact.ts';
import { readReceipt } from '#src/lib/protocol/receipt.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { enterpriseMessage, sectors } from '#src/schemas/enterprise-contact.ts';
import { FormSent } from '#src/ui/controls/form-sent.tsx';
import { ActionCards, EnterpriseFormSection } from '#src/ui/routes/enterprise.tsx';
import { LedgerList } from '#src/ui/sections/ledger-list.tsx';
import { PageHero } from '#src/ui/sections/page-hero.tsx';

export default function EnterpriseContactPage({ query }: { query: string }) {
  const parameters = new URLSearchParams(query);
  const receipt = readReceipt(parameters);
  const kind = enterpriseMessage.shape.kind.parse(parameters.get('mode'));
  return (
    <>
      <PageHead meta={meta} path="/enterprise/contact" />
      <PageHero content={hero} />
      <ActionCards content={ways} />
      <EnterpriseFormSection id="form" content={form} modes={Object.values(modes)} mode={modes[kind]}>
        {receipt ? (
          <FormSent content={form} receipt={receipt} />
        ) : (
          <EnterpriseForm
            content={form}
            kind={kind}
            mode={modes[kind]}
            sectors={sectors}
            contactEmail={company().contactEmail}
            formResult={pageContext()?.formResult}
          />
        )}
      </EnterpriseFormSection>
      <LedgerList content={services} />
    </>
  );
}
