/** The headers of drawn pictures, whether they are files or drawn on request: they change only with the code that draws them. */
export const pictureHeaders = {
  'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
  // The API links to them, so pages of other sites may embed them.
  'cross-origin-resource-policy': 'cross-origin',
};
