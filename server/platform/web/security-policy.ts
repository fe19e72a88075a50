import { hash } from 'node:crypto';
import { env } from '#server/platform/env.ts';

/** Browser features that this site never uses and that could be abused. Kept short, because it is sent with every page. */
const denied = ['camera', 'microphone', 'geolocation', 'display-capture', 'payment', 'usb', 'browsing-topics'];

/** Headers that browsers only apply to documents. */
const documentHeaders = {
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': denied.map((feature) => `${feature}=()`).join(', '),
  'cross-origin-opener-policy': 'same-origin',
};

/**
 * Returns the security headers of every response, apart from its Content-Security-Policy. With https (PUBLIC_URL), browsers
 * are told to use nothing else for two years, on this host and all its subdomains. API data (`isData`) is sent without the document
 * headers: its policy already blocks scripts, subresources and framing, and each header costs a client that reads short responses 1 to 2%
 * of its time (docs/decisions/013).
 */
export function securityHeaders({ isData = false } = {}): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    ...(isData ? {} : documentHeaders),
    'cross-origin-resource-policy': 'same-origin',
    ...(env().PUBLIC_URL.startsWith('https:') ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  };
}

/** The policy of responses that are not pages: no scripts, no subresources, no framing. */
export const nonPagePolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

type PagePolicy = {
  /** Other sites whose scripts, styles, pictures and frames the page may load. */
  origins?: string[];
  /** For a streamed page: scripts with this nonce may run, and any that they load. */
  nonce?: string;
  /** Hashes of its inline scripts and styles. */
  scriptHashes?: string[];
  styleHash?: string | undefined;
  /** Whether Vite's client may insert styles, listen for changes, and ask whether the server is back. */
  admitsVite?: boolean;
};

/** Returns the hash of an inline script or style as a policy source: `sha256-` and the hash in base64. */
export function hashSource(text: string): string {
  return `sha256-${hash('sha256', text, 'base64')}`;
}

/** Returns the policy of a page: scripts, styles, pictures and fonts only from this site and, except fonts, from `origins`. */
export function pagePolicy({ origins = [], nonce, scriptHashes = [], styleHash, admitsVite = false }: PagePolicy): string {
  const external = origins.map((origin) => ` ${origin}`).join('');
  const scripts = scriptHashes.map(quoted).join('');
  return [
    `default-src 'none'`,
    nonce ? `script-src 'nonce-${nonce}' 'strict-dynamic'${scripts}` : `script-src 'self'${scripts}${external}`,
    `style-src 'self'${quoted(styleHash)}${external}${admitsVite ? ` 'unsafe-inline'` : ''}`,
    `img-src 'self' data:${external}`,
    `font-src 'self'`,
    `connect-src 'self'${admitsVite ? ' ws:' : ''}`,
    ...(admitsVite ? ['worker-src blob:'] : []),
    `manifest-src 'self'`,
    ...(external ? [`frame-src${external}`] : []),
    // Without scripts, a button that leads to the marketplace is a form.
    `form-action 'self' ${new URL(env().MARKETPLACE_URL).origin}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

function quoted(source: string | undefined): string {
  return source ? ` '${source}'` : '';
}
