import type postgres from 'postgres';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { queryBegan } from '#server/platform/metrics/instruments.ts';

type Tag = postgres.Sql | postgres.TransactionSql;
/** The driver's query: sent by its handler when it is first awaited; a fragment inside another is never sent itself. */
type Query = Promise<unknown> & { handler?: (query: Query) => unknown };

const names = new WeakMap<TemplateStringsArray, string>();

/**
 * `sql`, whose queries are counted, timed from the moment they are asked (so waiting for a connection counts), and logged
 * when they take DATABASE_SLOW_QUERY_MS or longer: by name, never with their values. Transactions inside are timed too.
 */
export function timed<Sql extends Tag>(sql: Sql): Sql {
  return new Proxy(sql, {
    apply(target, self, parts: unknown[]) {
      const made = Reflect.apply(target as never, self, parts);
      const [strings] = parts;
      if (Array.isArray(strings) && 'raw' in strings) time(made as Query, strings as unknown as TemplateStringsArray);
      return made;
    },
    get(target, key) {
      const value = Reflect.get(target, key);
      if (key !== 'begin' && key !== 'savepoint') return value;
      return (...given: unknown[]) => {
        const work = given.pop() as (transaction: postgres.TransactionSql) => unknown;
        return (value as (...parts: unknown[]) => unknown)(...given, (transaction: postgres.TransactionSql) => work(timed(transaction)));
      };
    },
  });
}

function time(query: Query, strings: TemplateStringsArray): void {
  const { handler } = query;
  if (!handler) return;
  query.handler = (sent) => {
    const name = queryName(strings);
    const started = performance.now();
    const ended = queryBegan(name);
    const done = (failed: boolean) => {
      const ms = performance.now() - started;
      ended(ms, failed);
      if (ms >= env().DATABASE_SLOW_QUERY_MS)
        log().warn({ event: 'query.slow', query: name, durationMs: Math.round(ms), failed }, 'A query was slow');
    };
    // Not the query's own `then`: that one sends it.
    Promise.prototype.then.call(
      query,
      () => done(false),
      () => done(true),
    );
    return handler(sent);
  };
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
