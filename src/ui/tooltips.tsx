import type { Term } from '#shared/content/types.ts';

const look =
  'fixed inset-auto m-0 w-max max-w-[min(19rem,calc(100vw-1.5rem))] rounded-[3px] bg-ink px-3.5 py-2.5 text-[0.875rem] leading-[1.45] shadow-lg outline-1 outline-transparent';

/** The look of the tooltips of a map's marks: a name, and a line below it. */
export const mapTipLook = `${look} text-canopy-mist [&>strong]:(block font-semibold text-paper)`;

/**
 * Technical terms beside the figures that use them. Each links to a full explanation and has a tooltip, which src/page-scripts/tooltips.ts
 * shows: the text of `data-tip`.
 */
export function TermList({ label, terms, className }: { label: string; terms: Term[]; className: string }) {
  return (
    <div className={`flex flex-wrap items-center gap-x-5 text-[0.875rem] text-ink-soft ${className}`}>
      <span className="label">{label}</span>
      <ul data-tip-look={`${look} text-paper`} className="flex flex-wrap gap-x-5">
        {terms.map(({ term, meaning, href }) => (
          <li key={term}>
            <a
              href={href}
              data-tip={meaning}
              className="inline-flex min-h-11 items-center underline decoration-dotted underline-offset-5 hover:decoration-solid"
            >
              {term}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
