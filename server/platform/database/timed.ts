import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { queryBegan } from '#server/platform/metrics/instruments.ts';

const names = new WeakMap<TemplateStringsArray, string>();

/**
 * Counts and times a statement from the moment it is asked, so that waiting for a connection counts, and logs it when it
 * takes DATABASE_SLOW_QUERY_MS or longer: by the name of `queryName`, never with its values.
 */
export async function timed<Result>(strings: TemplateStringsArray, run: () => Promise<Result>): Promise<Result> {
  const query = queryName(strings);
  const started = performance.now();
  const ended = queryBegan(query);
  let failed = true;
  try {
    const result = await run();
    failed = false;
    return result;
  } finally {
    const ms = performance.now() - started;
    ended(ms, failed);
    if (ms >= env().DATABASE_SLOW_QUERY_MS)
      log().warn({ event: 'query.slow', query, durationMs: Math.round(ms), failed }, 'A query was slow');
  }
}

/**
 * What a statement does and to which table, from its text without values: `select carbon_projects`. The text is the
 * code's own, so there are as many names as statements.
 */
export function queryName(strings: TemplateStringsArray): string {
  let name = names.get(strings);
  if (name === undefined) {
    const text = strings.join(' ').toLowerCase();
    const verb = /^\s*(?:with\b.*?\)\s*)?([a-z]+)/s.exec(text)?.[1] ?? 'query';
    const table = /\b(?:from|into|update|table|join)\s+(?:only\s+)?([a-z_][a-z_.]*)/.exec(text)?.[1];
    name = table && table !== verb ? `${verb} ${table}` : verb;
    names.set(strings, name);
  }
  return name;
}
