import type { Link } from '#src/content/types.ts';
import { TextLink } from '#src/ui/controls/text-link.tsx';
import { Mark } from '#src/ui/site/mark.tsx';

type CompactHeadProps = {
  back?: Link;
  title: string;
  lede?: string;
  /** Another way to what the lede says. */
  link?: Link;
  /** The notice about sample data; undefined for real data. */
  sample?: string | undefined;
  /** Whether the page is a document: printed, it begins with Carma's name, and a lede that explains the screen is left out. */
  isDocument?: boolean;
};

/** The head of a functional page: a link back, its name and what it does, 24 px below the header. */
export function CompactHead({ back, title, lede, link, sample, isDocument = false }: CompactHeadProps) {
  return (
    <header data-document={back || isDocument ? '' : undefined} className={`page ${back ? 'pt-3' : 'pt-6'} print:pt-0`}>
      {isDocument && (
        <p className="mb-6 hidden items-center gap-3 font-display text-[1.625rem] print:flex">
          <Mark />
          Carma
        </p>
      )}
      {back && (
        <TextLink href={back.href} className="print:hidden">
          {back.label}
        </TextLink>
      )}
      <h1 className="display-2">{title}</h1>
      {lede && (
        <p className={`mt-2 max-w-[46rem] text-ink-soft md:mt-3 [overflow-wrap:anywhere] ${isDocument ? 'print:hidden' : ''}`}>
          {lede}{' '}
          {link && (
            <a href={link.href} className="text-link inline-flex min-h-6 items-center text-canopy">
              {link.label}
            </a>
          )}
        </p>
      )}
      {sample && (
        <p role="note" className="mt-3 border-l-3 border-clay bg-paper-bright px-3 py-1.5 text-[0.875rem] sm:px-4">
          {sample}
        </p>
      )}
    </header>
  );
}
