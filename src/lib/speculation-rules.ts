/**
 * Fetch a page when a visitor is about to open it: a link under the pointer for a moment, or pressed. It then shows without
 * waiting for the network. Only pages: no API, no files, nothing with a secret; and no link marked `nofollow`, which are
 * the endless ones that add to a list or compare. As text: the policy of pages names its hash (server/platform/web/security-policy.ts).
 */
export const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: ['/api/*', '/payload/*', '/pictures/*', '/assets/*', '/unsubscribe', '/*.*'] } },
          { not: { selector_matches: '[rel~="nofollow"], [download], [target="_blank"]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
});
