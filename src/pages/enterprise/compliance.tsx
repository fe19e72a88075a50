import { benefits, closing, dialog, frameworks, hero, limit, meta, specimen } from '#shared/content/enterprise/compliance.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { TopicDialog } from '#src/pages/_components/topic-dialog.tsx';
import { CardGrid, DossierGrid } from '#src/ui/sections/cards.tsx';
import { ClosingCall, NoteLine, PageHero } from '#src/ui/sections/frames.tsx';
import { DataSheet } from '#src/ui/sections/sheets.tsx';

export default function CompliancePage() {
  return (
    <>
      <PageHead meta={meta} path="/enterprise/compliance" />
      <PageHero content={hero} aside={<DataSheet content={specimen} />} />
      <DossierGrid content={frameworks} ground="deep" />
      <NoteLine content={limit} />
      <CardGrid content={benefits} columns={4} />
      <ClosingCall content={closing} />
      <TopicDialog id={dialog.id} subject={dialog.subject} />
    </>
  );
}
