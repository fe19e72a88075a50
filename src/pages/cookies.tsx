import { cookies } from '#shared/content/legal.ts';
import { LegalPage } from '#src/pages/_components/legal-page.tsx';

export default function CookiesPage() {
  return <LegalPage path="/cookies" page={cookies} />;
}
