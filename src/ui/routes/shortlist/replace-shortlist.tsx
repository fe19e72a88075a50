import type { shortlist } from '#src/content/shortlist.ts';
import {
  addressNeededBy,
  addressReplacing,
  addressWith,
  type ShortlistLine,
  shortlistAddress,
} from '#src/lib/shortlist/shortlist-address.ts';
import { fill } from '#src/lib/text/fill.ts';
import { projectCount } from '#src/lib/text/numbers.ts';
import { TextLink } from '#src/ui/controls/text-link.tsx';

type ReplaceShortlistProps = {
  lines: ShortlistLine[];
  yours: ShortlistLine[];
  neededBy: string | undefined;
  texts: (typeof shortlist)['replace'];
};

/** Asks, without scripts, whether the list on the page is to take the place of the visitor's own; nothing if there is none. */
export function ReplaceShortlist({ lines, yours, neededBy, texts }: ReplaceShortlistProps) {
  if (yours.length === 0 || lines.length === 0) return null;
  const choices: [label: string, href: string][] = [
    [texts.replace, addressReplacing(lines, 'yes', neededBy)],
    [texts.add, addressNeededBy(addressWith(yours, lines), neededBy)],
    [texts.keep, shortlistAddress(yours)],
  ];
  return (
    <div role="note" className="mb-8 border-l-3 border-clay bg-paper-bright px-4 py-3 print:hidden">
      <p>{fill(texts.text, { projects: projectCount(yours.length) })}</p>
      <p className="flex flex-wrap gap-x-8">
        {choices.map(([label, href]) => (
          <TextLink key={label} href={href} rel="nofollow">
            {label}
          </TextLink>
        ))}
      </p>
    </div>
  );
}
