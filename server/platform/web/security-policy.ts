import { createHash } from 'node:crypto';
import { env } from '#server/platform/env.ts';
import { speculationRules } from '#src/lib/speculation-rules.ts';

/** What a page of this site has no use for and could be made to abuse. Not every feature there is: the list goes with every answer. */
const denied = ['camera', 'microphone', 'geolocation', 'display-capture', 'payment', 'usb', 'browsing-topics'];
const permissions = denied.map((feature) => `${feature}=()`).join(', ');

/** What browsers obey for what they show as a page, and for nothing else. */
const ofDocuments = {
  'x-frame-options': 'DENY',
  // No browser of today reads it. Scanners ask for it; where one still does, a page that it distrusts is not shown in parts.
  'x-xss-protection': '1; mode=block',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': permissions,
  'cross-origin-opener-policy': 'same-origin',
};

/**
 * The headers that every answer carries, whoever makes it; its Content-Security-Policy comes to them. With `https`
 * (PUBLIC_URL), browsers are told to use nothing else for two years. The API's data (`isData`) goes without what is for
 * documents: its policy runs nothing, loads nothing and lets no frame show it, and each line costs a program that reads a
 * short answer 1 to 2% of its time (docs/decisions/021-headers-of-data.md).
 */
export function fixedHeaders({ https, isData = false }: { https: boolean; isData?: boolean }): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    ...(isData ? {} : ofDocuments),
    'cross-origin-resource-policy': 'same-origin',
    ...(https ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  };
}

/** The same as pairs, as the settings of this process say. */
export function securityHeaderPairs(isData: boolean): [string, string][] {
  return Object.entries(fixedHeaders({ https: env().PUBLIC_URL.startsWith('https:'), isData }));
}

/** For answers that are no pages: they run nothing, load nothing, and stand in no frame. */
export const answerPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

type PagePolicy = {
  /** Other sites whose script, styles, pictures and frames the page may load. */
  origins?: string[];
  /** Of a page that is sent while it is rendered: scripts run when they carry it, or are loaded by one that does. */
  nonce?: string;
  /** Of a finished page, which has its first script and its styles in it. */
  scriptHash?: string;
  styleHash?: string | undefined;
};

/** src/page-scripts/deferred.ts puts the rules into the page. */
const rulesHash = `'${hashSource(speculationRules)}'`;

/** A text as a policy names what stands in a page: `sha256-` and the hash in base64. */
export function hashSource(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** Scripts, styles, pictures and fonts come from this site only, and from `origins`. */
export function pagePolicy({ origins = [], nonce, scriptHash, styleHash }: PagePolicy): string {
  const others = origins.map((origin) => ` ${origin}`).join('');
  return [
    `default-src 'none'`,
    nonce ? `script-src 'nonce-${nonce}' 'strict-dynamic' ${rulesHash}` : `script-src 'self'${quoted(scriptHash)} ${rulesHash}${others}`,
    `style-src 'self'${quoted(styleHash)}${others}`,
    `img-src 'self' data:${others}`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    ...(others ? [`frame-src${others}`] : []),
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

function quoted(hash: string | undefined): string {
  return hash ? ` '${hash}'` : '';
}
