/** A drawing of one full shelf and two that are still being filled. */
export function LibraryDrawing() {
  return <img src="/pictures/bookshelves.svg" alt="" width="400" height="420" fetchPriority="low" className="hidden w-[25rem] lg:block" />;
}
