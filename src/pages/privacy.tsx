import { privacy } from '#shared/content/legal.ts';
import { LegalPage } from '#src/pages/_components/legal-page.tsx';

export default function PrivacyPage() {
  return <LegalPage path="/privacy" page={privacy} />;
}
