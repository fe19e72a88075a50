/** How many related articles an article lists; product.md, section 9. */
export const relatedCount = 3;

/** Returns the first posts other than the current one. */
export function relatedPosts<Item extends { slug: string }>(posts: readonly Item[], slug: string): Item[] {
  return posts.filter((post) => post.slug !== slug).slice(0, relatedCount);
}
