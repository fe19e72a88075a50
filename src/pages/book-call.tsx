import { company, scheduler } from '#server/company.ts';
import { booking, calendar, meta, preparation } from '#src/content/book-call.ts';
import { BookingSplit, SchedulerPanel } from '#src/ui/routes/book-call.tsx';
import { LedgerList } from '#src/ui/sections/ledger-list.tsx';
import { PageHead } from './_components/page-head.tsx';

export default function BookCallPage() {
  return (
    <>
      <PageHead meta={meta} path="/book-call" />
      <BookingSplit content={booking}>
        <SchedulerPanel content={calendar} scheduler={scheduler()} contactEmail={company().contactEmail} />
      </BookingSplit>
      <LedgerList content={preparation} ground="deep" />
    </>
  );
}
