const wordsPerMinute = 220;

/** Counts the words of an HTML fragment, without its tags. */
export function countWords(html: string): number {
  return html
    .replace(/<[^<>]*>/g, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Returns how long an HTML fragment takes to read, as `5 min read`; at least a minute. */
export function readTime(html: string): string {
  return `${Math.max(1, Math.round(countWords(html) / wordsPerMinute))} min read`;
}
