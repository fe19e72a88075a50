/** How many articles stand below an article; product.md, section 9. */
export const relatedCount = 3;

/** The first three posts other than the one that is read. */
export function relatedPosts<Item extends { slug: string }>(posts: readonly Item[], slug: string): Item[] {
  return posts.filter((post) => post.slug !== slug).slice(0, relatedCount);
}
