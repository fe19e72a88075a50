import { company } from '#server/company.ts';
import { env } from '#server/platform/env.ts';
import { contentsTitle, privacy } from '#shared/content/legal.ts';
import { LegalText } from '#src/ui/sections/reading.tsx';
import { PageHead } from './_components/page-head.tsx';

export default function PrivacyPage() {
  const facts = { ...company(), retentionMonths: String(env().MESSAGE_RETENTION_MONTHS) };
  return (
    <>
      <PageHead meta={privacy.meta} path="/privacy" />
      <LegalText page={privacy} facts={facts} contentsTitle={contentsTitle} />
    </>
  );
}
