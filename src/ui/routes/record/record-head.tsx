import type { Link } from '#src/content/types.ts';

type RecordHeadProps = {
  back?: Link;
  title: string;
  lede?: string;
  /** The notice about sample data; undefined for real data. */
  sample: string | undefined;
};

/** The header of a page of the record. Sample data is marked as such. */
export function RecordHead({ back, title, lede, sample }: RecordHeadProps) {
  return (
    <header data-document={back ? '' : undefined} className="page pt-4 md:pt-8 print:pt-0">
      {back && (
        <a href={back.href} className="text-link inline-flex min-h-11 items-center text-canopy print:hidden">
          {back.label}
        </a>
      )}
      <h1 className="display-2">{title}</h1>
      {lede && <p className="mt-2 max-w-[46rem] text-ink-soft [overflow-wrap:anywhere]">{lede}</p>}
      {sample && (
        <p role="note" className="mt-4 max-w-[52rem] border-l-3 border-clay bg-paper-bright px-4 py-2.5">
          {sample}
        </p>
      )}
    </header>
  );
}
