import { company } from '#server/company.ts';
import { contentsTitle, terms } from '#shared/content/legal.ts';
import { LegalText } from '#src/ui/sections/reading.tsx';
import { PageHead } from './_components/page-head.tsx';

export default function TermsPage() {
  return (
    <>
      <PageHead meta={terms.meta} path="/terms" />
      <LegalText page={terms} facts={company()} contentsTitle={contentsTitle} />
    </>
  );
}
