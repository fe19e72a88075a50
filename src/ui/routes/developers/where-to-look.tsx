import type { DevelopersGroup, Guide } from '#src/content/developers.ts';
import type { ReferenceCall } from '#src/lib/protocol/openapi-reference.ts';

type WhereToLookProps = { groups: readonly DevelopersGroup[]; guides: readonly Guide[]; calls: readonly ReferenceCall[] };

/** What each page below has, by guide and call. */
export function WhereToLook({ groups, guides, calls }: WhereToLookProps) {
  return groups.map(({ slug, tags, title, lede }) => (
    <section key={slug} aria-labelledby={`group-${slug}`} className="mt-12">
      <h3 id={`group-${slug}`} className="display-3">
        <a href={`/developers/${slug}`} className="text-link text-canopy">
          {title}
        </a>
      </h3>
      <p className="copy mt-2 text-ink-soft">{lede}</p>
      <ul className="mt-4 border-b border-rule">
        {guides
          .filter(({ page }) => page === slug)
          .map((guide) => (
            <Row key={guide.id} href={`/developers/${slug}#${guide.id}`} text={guide.title} />
          ))}
        {calls
          .filter(({ tag }) => tags.includes(tag))
          .map(({ id, method, path, summary }) => (
            <Row key={id} href={`/developers/${slug}#${id}`} text={summary} detail={`${method} ${path}`} />
          ))}
      </ul>
    </section>
  ));
}

type RowProps = { href: string; text: string; detail?: string };

function Row({ href, text, detail }: RowProps) {
  return (
    <li className="border-t border-rule">
      <a href={href} className="flex min-h-11 flex-wrap items-baseline justify-between gap-x-6 py-2.5 underline-offset-4 hover:underline">
        <span>{text}</span>
        {detail && <span className="figure text-[0.8125rem] text-ink-faint break-all">{detail}</span>}
      </a>
    </li>
  );
}
