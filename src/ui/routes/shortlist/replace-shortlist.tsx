import type { shortlist } from '#src/content/shortlist.ts';
import {
  addressNeededBy,
  addressReplacing,
  addressWith,
  type ShortlistLine,
  shortlistAddress,
} from '#src/lib/shortlist/shortlist-address.ts';
import { TextLink } from '#src/ui/controls/text-link.tsx';

type ReplaceShortlistProps = {
  lines: ShortlistLine[];
  /** The visitor's own list, if the address names it. */
  yours: ShortlistLine[];
  neededBy: string | undefined;
  texts: (typeof shortlist)['replace'];
};

/**
 * Asks whether the list on the page is to take the place of the visitor's own, or join it. Without scripts the address names that list; with
 * them it is in the browser, whose script (src/page-scripts/shortlist/shortlist.ts) shows the question if the two differ, and names it
 * in the link that joins them.
 */
export function ReplaceShortlist({ lines, yours, neededBy, texts }: ReplaceShortlistProps) {
  if (lines.length === 0) return null;
  return (
    <div
      role="note"
      className={`${yours.length === 0 ? 'foreign-shortlist' : ''} mb-8 border-l-3 border-clay bg-paper-bright px-4 py-3 print:hidden`}
    >
      <p>{texts.text}</p>
      <p className="flex flex-wrap gap-x-8">
        <TextLink rel="nofollow" href={addressReplacing(lines, 'yes', neededBy)} data-shortlist-edit="own">
          {texts.replace}
        </TextLink>
        <TextLink
          rel="nofollow"
          href={addressNeededBy(addressWith(yours, lines), neededBy)}
          data-shortlist-edit="own"
          data-shortlist-join=""
        >
          {texts.add}
        </TextLink>
        <TextLink rel="nofollow" href={shortlistAddress(yours)}>
          {texts.keep}
        </TextLink>
      </p>
    </div>
  );
}
