import { terms } from '#shared/content/legal.ts';
import { LegalPage } from '#src/pages/_components/legal-page.tsx';

export default function TermsPage() {
  return <LegalPage path="/terms" page={terms} />;
}
