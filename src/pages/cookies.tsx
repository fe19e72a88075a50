import { company } from '#server/company.ts';
import { contentsTitle, cookies } from '#shared/content/legal.ts';
import { LegalText } from '#src/ui/sections/reading.tsx';
import { PageHead } from './_components/page-head.tsx';

export default function CookiesPage() {
  return (
    <>
      <PageHead meta={cookies.meta} path="/cookies" />
      <LegalText page={cookies} facts={company()} contentsTitle={contentsTitle} />
    </>
  );
}
