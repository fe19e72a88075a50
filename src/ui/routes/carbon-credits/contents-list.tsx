import type { Contents } from '#src/content/types.ts';
import { Ordinal } from '#src/ui/sections/ordinal.tsx';

/** The numbered contents of a long page. */
export function ContentsList({ content }: { content: Contents }) {
  return (
    <nav aria-label={content.title} className="w-full lg:w-[20rem]">
      <p className="label mb-3">{content.title}</p>
      <ol className="border-t border-ink">
        {content.links.map((link, index) => (
          <li key={link.href} className="border-b border-rule">
            <a href={link.href} className="flex min-h-12 items-center gap-4 py-2 decoration-1 underline-offset-5 hover:underline">
              <Ordinal number={index + 1} className="text-clay" />
              {link.label}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
