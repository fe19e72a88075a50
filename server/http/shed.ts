import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { env } from '#server/env.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { Gate, type Refused, watchLag } from '#server/http/gate.ts';
import { requestContext } from '#server/http/request-context.ts';
import { pagePolicy } from '#server/http/security-headers.ts';
import { log } from '#server/log.ts';
import { countShed } from '#server/metrics/instruments.ts';
import { isApi } from '#server/rest/methods.ts';
import { refuse } from '#server/rest/problem.ts';

/**
 * How long (ms) a refusal takes. A crowd that asks again as soon as it is answered would else keep the process busy with
 * refusing it, and make those wait who were let in.
 */
const refusalMs = 250;
/** Seconds after which a visitor may try again: a crowd is gone, or another instance has come. */
const retryAfter = 5;

/**
 * Refuses what would have to be made while as much is being made as the process can carry (MAX_RENDERS, RENDER_WAIT_MS,
 * MAX_EVENT_LOOP_LAG_MS): 503 and Retry-After, at little cost. What is kept never comes here. Reads count; writes wait
 * for the database at most (server/bounded-sql.ts), and are only refused while the process is behind.
 */
export function shed() {
  const { MAX_RENDERS, MAX_WAITING_RENDERS, RENDER_WAIT_MS, MAX_EVENT_LOOP_LAG_MS } = env();
  const lag = watchLag();
  const isBehind = () => lag() > MAX_EVENT_LOOP_LAG_MS;
  const gate = new Gate({ places: MAX_RENDERS, seats: MAX_WAITING_RENDERS, waitMs: RENDER_WAIT_MS, isBehind });
  const report = reporter();

  return createMiddleware<AppEnv>(async (c, next) => {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (c.req.method === 'OPTIONS') return next();
    if (!isRead) {
      if (!isBehind()) return next();
      report('behind');
      return refusal(c);
    }
    const refused = await gate.enter({ patience: !c.env?.background });
    if (refused) {
      // What is made for nobody is made later.
      if (!c.env?.background) report(refused);
      if (refused !== 'late') await sleep(refusalMs);
      return refusal(c);
    }
    try {
      await next();
    } finally {
      gate.leave();
    }
  });
}

function refusal(c: Context<AppEnv>): Response {
  const headers = { 'retry-after': String(retryAfter), 'cache-control': 'no-store' };
  const context = requestContext();
  if (context) context.isIncomplete = true;
  if (isApi(c.req.path)) return refuse(c, 'overloaded', { headers });
  if (c.req.path.startsWith('/RSC/') || !c.req.header('accept')?.includes('text/html')) return c.text('Too busy just now', 503, headers);
  return c.html(busyPage, 503, { ...headers, 'content-security-policy': pagePolicy({ styleHash, path: c.req.path }) });
}

/** One line a second at most, which says how many. */
function reporter(): (reason: Refused) => void {
  let count = 0;
  return (reason) => {
    countShed(reason);
    count += 1;
    if (count > 1) return;
    const timer = setTimeout(() => {
      log().warn({ event: 'request.shed', count, reason }, 'More to do than the process can: answered 503');
      count = 0;
    }, 1_000);
    timer.unref();
  };
}

// The site's colours (src/lib/colours.ts) and nothing that would have to be fetched.
const style = [
  'html{background:#F5F1E6;color:#15211B;font:1.125rem/1.55 system-ui,sans-serif}',
  'body{margin:0;min-height:100vh;display:grid;grid-template-rows:auto 1fr}',
  'header{border-bottom:1px solid #D6CDB8;padding:1.25rem}',
  'header a{color:#1E4B39;font:600 1.5rem Georgia,serif;text-decoration:none}',
  'main{padding:4rem 1.25rem;max-width:38rem;margin:0 auto;width:100%;box-sizing:border-box}',
  'h1{font:400 2.5rem/1.08 Georgia,serif;letter-spacing:-.016em;margin:0 0 1.25rem}',
  'p{margin:0 0 1.5rem;color:#3B4740}',
  '.again{display:inline-block;background:#CFE35A;color:#15211B;font-weight:600;text-decoration:none;padding:.75rem 1.5rem;border-radius:3px}',
].join('');
const styleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`;

/** It loads itself again, without scripts; the link does the same at once. */
const busyPage = [
  '<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
  `<meta http-equiv="refresh" content="${retryAfter}"><meta name="robots" content="noindex"><title>Busy just now | Carma</title>`,
  `<style>${style}</style></head><body><header><a href="/">Carma</a></header><main><h1>We are busy just now</h1>`,
  `<p>More people are asking for pages than we can serve at this moment. This page tries again by itself in ${retryAfter} seconds.</p>`,
  '<a class="again" href="">Try again</a></main></body></html>',
].join('');
