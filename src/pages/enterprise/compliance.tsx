import * as words from '#shared/content/enterprise/compliance.ts';
import { ContentPage } from '#src/pages/_components/content-page.tsx';
import { CardGrid, DossierGrid } from '#src/ui/sections/cards.tsx';
import { NoteLine } from '#src/ui/sections/frames.tsx';
import { DataSheet } from '#src/ui/sections/sheets.tsx';

export default function CompliancePage() {
  return (
    <ContentPage path="/enterprise/compliance" words={words} aside={<DataSheet content={words.specimen} />}>
      <DossierGrid content={words.frameworks} ground="deep" />
      <NoteLine content={words.limit} />
      <CardGrid content={words.benefits} columns={4} />
    </ContentPage>
  );
}
