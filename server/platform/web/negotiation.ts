import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import type { AppEnv } from '#server/platform/web/app-env.ts';

/** Checks whether the request's Accept header allows `type`. The most specific matching range decides. */
export function isAcceptable(c: Context<AppEnv>, type: string): boolean {
  const names = [type, `${type.split('/')[0]}/*`, '*/*', '*'];
  const chosen = accepts(c, {
    header: 'Accept',
    supports: [type],
    default: type,
    match: (ranges) => {
      const range = names
        .map((name) => ranges.find((candidate) => candidate.type.toLowerCase() === name))
        .find((found) => found !== undefined);
      return range && range.q > 0 ? type : '';
    },
  });
  return chosen === type;
}

/**
 * Checks whether an Accept header clearly allows the response to a GET of an API address: JSON, except for .csv. A cheap check
 * for the common cases; for all others the app negotiates properly, and may answer 406.
 */
export function isClearlyAcceptable(accept: string | undefined, address: string): boolean {
  if (accept === undefined || accept === '*/*' || (accept.includes('*/*') && !accept.includes('q=0'))) return true;
  return accept === 'application/json' && !address.includes('.csv');
}
