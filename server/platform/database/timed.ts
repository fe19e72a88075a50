import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { trackQuery } from '#server/platform/metrics/instruments.ts';

const names = new WeakMap<TemplateStringsArray, string>();

/**
 * Counts and times a statement, including its wait for a connection, and logs it if it takes DATABASE_SLOW_QUERY_MS or
 * longer: by its `queryName`, never with its values.
 */
export async function timed<Result>(strings: TemplateStringsArray, run: () => Promise<Result>): Promise<Result> {
  const query = queryName(strings);
  const started = performance.now();
  const end = trackQuery(query);
  let failed = true;
  try {
    const result = await run();
    failed = false;
    return result;
  } finally {
    const ms = performance.now() - started;
    end(ms, failed);
    if (ms >= env().DATABASE_SLOW_QUERY_MS)
      log().warn({ event: 'query.slow', query, durationMs: Math.round(ms), failed }, 'A query was slow');
  }
}

/**
 * Returns what a statement does and to which table, from its text without values: `select carbon_projects`. Statements are
 * literals in the code, so the number of names is bounded.
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
