import { benefits, closing, dialog, frameworks, hero, limit, meta, specimen } from '#src/content/enterprise/compliance.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { TopicDialog } from '#src/pages/_components/topic-dialog.tsx';
import { CardGrid } from '#src/ui/sections/card-grid.tsx';
import { ClosingCall } from '#src/ui/sections/closing-call.tsx';
import { DataSheet } from '#src/ui/sections/data-sheet.tsx';
import { DossierGrid } from '#src/ui/sections/dossier-grid.tsx';
import { NoteLine } from '#src/ui/sections/note-line.tsx';
import { PageHero } from '#src/ui/sections/page-hero.tsx';

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
