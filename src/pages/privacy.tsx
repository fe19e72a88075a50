import { company } from '#server/company.ts';
import { contentsTitle, privacy } from '#src/content/legal.ts';
import { LegalText } from '#src/ui/sections/legal-text.tsx';
import { PageHead } from './_components/page-head.tsx';

export default function PrivacyPage() {
  return (
    <>
      <PageHead meta={privacy.meta} path="/privacy" />
      <LegalText page={privacy} facts={company()} contentsTitle={contentsTitle} />
    </>
  );
}
