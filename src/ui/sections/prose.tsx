import { withNamedCells } from '#src/lib/prose-html.ts';

type ProseProps = {
  /** First-party HTML from src/content, without class names, styles or scripts: tests/unit/content proves it. */
  html: string;
  /** An article opens with a larger paragraph, a legal page with the date of its last change. */
  opening: 'lede' | 'date';
};

/** Running text from an HTML file. The only place where HTML reaches a page as it is. */
export function Prose({ html, opening }: ProseProps) {
  const contents = { __html: withNamedCells(html) };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is our own, part of the build.
  return <div className={`prose ${openings[opening]}`} dangerouslySetInnerHTML={contents} />;
}

const openings = { lede: 'prose-lede', date: 'prose-date' } as const;
