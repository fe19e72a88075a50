/**
 * Makes the browser prefetch a page when the visitor is about to open it (a link hovered for a moment, or pressed), so that it
 * opens without waiting for the network. Only pages: no API, no files, no address with a secret, and no `nofollow` links, whose
 * combinations (add to a list, compare) are endless. A string, because the pages' CSP contains its hash
 * (server/platform/web/security-policy.ts).
 */
export const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: ['/api/*', '/pictures/*', '/assets/*', '/unsubscribe', '/*.*'] } },
          { not: { selector_matches: '[rel~="nofollow"], [download], [target="_blank"]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
});
