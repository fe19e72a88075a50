import type { compare } from '#src/content/projects/compare.ts';
import { compareAddress } from '#src/lib/shortlist/compare-address.ts';
import { fill } from '#src/lib/text/fill.ts';
import type { Project } from '#src/schemas/project.ts';
import { TextLink } from '#src/ui/controls/text-link.tsx';
import { ShortlistState } from '#src/ui/projects/project-actions.tsx';

/** What can be done with a comparison as a whole: its projects on the shortlist, and itself as a file. Both work without scripts. */
export function CompareActions({ texts, projects }: { texts: typeof compare; projects: Project[] }) {
  const onSale = projects.filter(({ status }) => status === 'On sale');
  const search = compareAddress(projects.map(({ slug }) => slug)).split('?')[1];
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-8 gap-y-3 print:hidden">
      {onSale.length > 1 && (
        <a
          href={`/shortlist?${onSale.map(({ slug }) => `add=${slug}`).join('&')}`}
          rel="nofollow"
          data-shortlist-add=""
          className="btn-outline"
        >
          <ShortlistState
            add={onSale.length === projects.length ? texts.shortlistAll : fill(texts.shortlistSome, { count: String(onSale.length) })}
            added={texts.shortlisted}
          />
        </a>
      )}
      <nav aria-label={texts.files.label} className="flex flex-wrap items-center gap-x-5 text-[0.9375rem]">
        <span aria-hidden="true">{texts.files.label}:</span>
        <TextLink href={`/projects/compare.csv?${search}`} rel="nofollow">
          {texts.files.csv}
        </TextLink>
        <TextLink href={`/projects/compare.xlsx?${search}`} rel="nofollow">
          {texts.files.xlsx}
        </TextLink>
      </nav>
    </div>
  );
}
