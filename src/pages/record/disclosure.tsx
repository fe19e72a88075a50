import { readDisclosure } from '#server/domain/record/read/disclosure.ts';
import { unlessFailed } from '#server/http/page/report-page-error.ts';
import { disclosure as texts } from '#src/content/record/disclosure.ts';
import { entry, later, sample } from '#src/content/record/index.ts';
import { beneficiariesOf } from '#src/lib/record/disclosure.ts';
import { fill } from '#src/lib/text/fill.ts';
import { isolate } from '#src/lib/text/isolate.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { DisclosureFigures } from '#src/ui/routes/record/disclosure-figures.tsx';
import { CompactHead } from '#src/ui/sections/compact-head.tsx';
import { findCertificateNumbers } from '#verify/file.ts';

export default async function DisclosurePage({ query }: { query: string }) {
  const parameters = new URLSearchParams(query);
  const { numbers, beyondLimit, ignored } = findCertificateNumbers(parameters.get('c') ?? '');
  const isTogether = parameters.get('together') === '1';
  const disclosure = await unlessFailed('disclosure', readDisclosure(numbers), 'Could not read certificates for a disclosure');
  const beneficiaries = beneficiariesOf(disclosure?.lines ?? []).length;
  const isRefused = beneficiaries > 1 && !isTogether;
  const notes = [
    ...(disclosure ? [] : [texts.failed]),
    ...(beyondLimit.length > 0 ? [fill(texts.tooMany, { numbers: beyondLimit.join(', ') })] : []),
    ...(ignored.length > 0 ? [fill(texts.ignored, { texts: ignored.map(isolate).join(', ') })] : []),
    ...(isRefused ? [fill(texts.different, { count: String(beneficiaries) })] : []),
    ...(beneficiaries > 1 && isTogether ? [fill(texts.added, { count: String(beneficiaries) })] : []),
    ...(disclosure && numbers.length > 0 && disclosure.lines.length === 0 ? [texts.none] : []),
    ...(disclosure && disclosure.lines.length > 0 && disclosure.unknown.length > 0
      ? [fill(texts.unknown, { numbers: disclosure.unknown.join(', ') })]
      : []),
  ];
  const isSample = disclosure?.lines.some((line) => line.isSample);
  return (
    <>
      <PageHead meta={texts.meta} path="/record/disclosure" indexed={parameters.size === 0} />
      <CompactHead back={entry.back} title={texts.title} lede={texts.lede} sample={isSample ? sample : undefined} />
      <div className="page pt-6 pb-16">
        <form action="/record/disclosure" method="get" className="max-w-[46rem]">
          <label htmlFor="numbers" className="mb-1.5 block font-semibold">
            {texts.field}
          </label>
          <textarea
            id="numbers"
            name="c"
            rows={3}
            maxLength={2_000}
            required
            defaultValue={numbers.join(', ')}
            aria-describedby="numbers-hint"
            className="field figure w-full"
          />
          <p id="numbers-hint" className="mt-1 text-[0.9375rem] text-ink-soft">
            {texts.hint}
          </p>
          <label className="mt-3 flex min-h-11 items-center gap-3">
            <input type="checkbox" name="together" value="1" defaultChecked={isTogether} className="size-5 shrink-0 accent-canopy" />
            {texts.together}
          </label>
          <button type="submit" className="btn-primary mt-4">
            {texts.button}
          </button>
        </form>
        {notes.map((note) => (
          <p
            key={note}
            role="note"
            className="mt-6 max-w-[46rem] border-l-3 border-clay bg-paper-bright px-4 py-2.5 [overflow-wrap:anywhere]"
          >
            {note}
          </p>
        ))}
        {disclosure && disclosure.lines.length > 0 && (
          <DisclosureFigures
            texts={texts}
            words={later}
            lines={disclosure.lines}
            isSummed={!isRefused}
            filesQuery={beyondLimit.length > 0 ? undefined : `c=${numbers.join(',')}${isTogether ? '&together=1' : ''}`}
          />
        )}
      </div>
    </>
  );
}
