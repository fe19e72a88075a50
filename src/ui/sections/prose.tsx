import { withNamedCells } from '#src/lib/text/prose-html.ts';

type ProseProps = {
  /** First-party HTML from src/content, without classes, styles or scripts, as tests/unit/src/content checks. */
  html: string;
  /** The style of the first paragraph: a lede in articles, the date of the last change in legal pages. */
  opening: 'lede' | 'date';
};

/** Body text from an HTML file. This is the only place where raw HTML reaches a page. */
export function Prose({ html, opening }: ProseProps) {
  const contents = { __html: withNamedCells(html) };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is our own, part of the build.
  return <div className={`prose ${openings[opening]}`} dangerouslySetInnerHTML={contents} />;
}

const openings = { lede: 'prose-lede', date: 'prose-date' } as const;
