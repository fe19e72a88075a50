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

/** Returns links to the share pages of three networks. Nothing is loaded from a network until its link is followed. */
export function shareLinks({ address, title }: { address: string; title: string }): { label: string; href: string }[] {
  const url = encodeURIComponent(address);
  return [
    { label: 'Twitter', href: `https://twitter.com/intent/tweet?text=${encodeURIComponent(title)}&url=${url}` },
    { label: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${url}` },
    { label: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${url}` },
  ];
}
