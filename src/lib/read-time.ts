const wordsPerMinute = 220;

/** How many words a person reads in a piece of HTML: its text without the tags. */
export function countWords(html: string): number {
  return html
    .replace(/<[^<>]*>/g, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** How long a piece of HTML takes to read at 220 words a minute, as `5 min read`; never less than a minute. */
export function readTime(html: string): string {
  return `${Math.max(1, Math.round(countWords(html) / wordsPerMinute))} min read`;
}
