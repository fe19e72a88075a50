import { Hono } from 'hono';
import type { AppEnv } from '#server/http/app-env.ts';

const address = '/speculation-rules.json';

/** Names the rules to the browser. A header and not a script in the page: the policy of pages lets no script in. */
export const speculationRulesHeader = ['speculation-rules', `"${address}"`] as const;

/**
 * Fetch a page when a visitor is about to open it: a link under the pointer for a moment, or pressed. It then shows without
 * waiting for the network. Only pages: no API, no files, nothing with a secret; and no link marked `nofollow`, which are
 * the endless ones that add to a list or compare.
 */
const rules = {
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
};

/** `/speculation-rules.json`. */
export const speculationRules = new Hono<AppEnv>().get(address, (c) =>
  c.body(JSON.stringify(rules), 200, { 'content-type': 'application/speculationrules+json', 'cache-control': 'public, max-age=86400' }),
);
