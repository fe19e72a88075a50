import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import type { AppEnv } from '#server/platform/web/app-env.ts';

/** Whether the request's Accept header lets `type` in: the most exact range that names it says how welcome it is. */
export function isAcceptable(c: Context<AppEnv>, type: string): boolean {
  const names = [type, `${type.split('/')[0]}/*`, '*/*', '*'];
  const chosen = accepts(c, {
    header: 'Accept',
    supports: [type],
    default: type,
    match: (ranges) => {
      const range = names.map((name) => ranges.find((one) => one.type.toLowerCase() === name)).find((found) => found !== undefined);
      return range && range.q > 0 ? type : '';
    },
  });
  return chosen === type;
}

/**
 * Whether an Accept header lets in what an address of the API answers to who reads it, beyond doubt: all of them answer
 * JSON but those that are named .csv. Where there is doubt the app looks closely, and refuses with 406.
 */
export function isPlainlyWelcome(accept: string | undefined, address: string): boolean {
  if (accept === undefined || accept === '*/*' || (accept.includes('*/*') && !accept.includes('q=0'))) return true;
  return accept === 'application/json' && !address.includes('.csv');
}
