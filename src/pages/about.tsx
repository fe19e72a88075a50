import { shownClaims } from '#server/company.ts';
import { closing, creed, difference, figures, hero, journey, meta, proof, referees } from '#src/content/about.ts';
import { MissionValues, RingHero, TimelineList } from '#src/ui/routes/about.tsx';
import { ClosingCall } from '#src/ui/sections/closing-call.tsx';
import { EditorialSplit } from '#src/ui/sections/editorial-split.tsx';
import { EvidenceTrio } from '#src/ui/sections/evidence-trio.tsx';
import { NoteLine } from '#src/ui/sections/note-line.tsx';
import { PageHead } from './_components/page-head.tsx';

export default function AboutPage() {
  return (
    <>
      <PageHead meta={meta} path="/about" />
      <RingHero content={hero} figures={shownClaims().companyFigures ? figures : []} />
      <MissionValues content={creed} />
      <EvidenceTrio content={difference} />
      <EditorialSplit content={referees} ground="canopy" />
      <TimelineList content={journey} />
      <NoteLine content={proof} />
      <ClosingCall content={closing} />
    </>
  );
}
