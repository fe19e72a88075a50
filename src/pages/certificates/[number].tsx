import { unstable_notFound as notFound } from 'waku/router/server';
import { addressOfCertificate, findCertificate, findCertifiedProjects } from '#server/domain/record/read/certificates.ts';
import { proveEntry } from '#server/domain/record/read/entries.ts';
import { Static, unlessFailed } from '#server/http/page/page.ts';
import { later, sample, certificate as texts } from '#shared/content/record/index.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { PrintButton, TextLink } from '#src/ui/controls/links.tsx';
import { CertificateSheet, ClaimRules } from '#src/ui/routes/record/certificate-sheet.tsx';
import { LineList } from '#src/ui/routes/record/entries.tsx';
import { CompactHead } from '#src/ui/sections/frames.tsx';
import { describeUnconfirmed } from '#verify/certificate.ts';
import { confirmationsOf } from '#verify/entry.ts';
import { readCertificateNumber } from '#verify/file.ts';
import { fill, formatCount, isolate } from '#verify/text.ts';

export default async function CertificatePage({ number }: { number: string }) {
  const found = readCertificateNumber(number) === number ? await findCertificate(number) : undefined;
  if (!found) notFound();
  const { index, entry, related } = found;
  const [projects, proof] = await Promise.all([
    findCertifiedProjects(found),
    unlessFailed('certificate', proveEntry(found), 'Could not prove a certificate'),
  ]);
  const unconfirmed = describeUnconfirmed(entry.quantity, confirmationsOf(index, related));
  const titles = projects.map(({ title }) => isolate(title));
  return (
    <>
      <PageHead
        meta={{
          title: `${fill(texts.number, { number })}: ${formatCount(entry.quantity)} tCO₂e | Carma`,
          description: `${formatCount(entry.quantity)} tCO₂e from ${titles.length > 1 ? fill(texts.claims.several, { count: String(titles.length) }) : titles[0]}, with serial numbers, proof and what may be claimed. ${unconfirmed ?? later.confirmed}.`,
        }}
        path={`/certificates/${number}`}
        name={number}
      />
      {/* The sheet has its own title, and its own stamp for a sample. */}
      <div className="print:hidden">
        <CompactHead back={texts.back} title={fill(texts.number, { number })} sample={entry.sample && sample} />
      </div>
      <div className="page grid gap-x-14 gap-y-10 pt-6 pb-16 lg:grid-cols-[minmax(0,8fr)_minmax(0,5fr)]">
        <Static as="div" className="min-w-0">
          <CertificateSheet found={found} size={proof?.checkpoint.size} projects={projects} address={addressOfCertificate(number)} />
          <LineList lines={entry.lines} />
        </Static>
        <div className="min-w-0">
          <section className="border-t border-ink pt-4 print:hidden">
            <h2 className="display-3">{texts.files.title}</h2>
            <p className="mt-1 mb-3 flex flex-col items-start">
              {(['pdf', 'json', 'tlog-proof'] as const).map((ending) => (
                <TextLink key={ending} link={{ label: texts.files[ending], href: `/certificates/${number}.${ending}` }} download="" />
              ))}
              <TextLink href={`/verify?certificate=${number}`}>{texts.files.verify}</TextLink>
              <TextLink href={`/record/disclosure?c=${number}`}>{texts.files.disclosure}</TextLink>
            </p>
            <PrintButton label={texts.files.print} />
          </section>
          <ClaimRules found={found} projects={projects.map((project) => ({ ...project, title: isolate(project.title) }))} />
        </div>
      </div>
    </>
  );
}
