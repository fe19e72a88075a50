import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { hashOf } from '#server/http/remembered.ts';
import { log } from '#server/log.ts';

/** The site's stylesheet: its address in the build, its text, and what in that can name a part of a page. */
export type Stylesheet = { href: string; text: string; selectors: string };

/** How long (ms) the worker stays when there is nothing to do. */
const idleMs = 3_000;
/** The worker's heap, in MB: it needs half of it, and takes what it is given. */
const workerLimits = ['--max-old-space-size=160', '--max-semi-space-size=4'];
/** Pages share their names by template and kind of content, so there are far fewer sets than pages. */
const maxSets = 500;
/** Set by scripts or the browser, never in the HTML. */
const dynamicNames = [
  ...['open', 'data-scrolled', 'data-laid-out', 'data-island', 'ready', 'waiting', 'hidden', 'until-found'],
  // src/shortlist.ts
  ...['data-count', 'data-listed', 'data-shortlist-foreign', 'p', 'a'],
];

/** The one stylesheet that every page links to. @throws Error when the build has none or several. */
export function readStylesheet(publicDir: string): Stylesheet {
  const names = readdirSync(path.join(publicDir, 'assets')).filter((name) => name.endsWith('.css'));
  if (names.length !== 1) throw new Error(`The build has ${names.length} stylesheets instead of one`);
  const text = readFileSync(path.join(publicDir, 'assets', names[0] ?? ''), 'utf8');
  return { href: `/assets/${names[0]}`, text, selectors: text.replace(/\{[^{}]*\}/g, ' ').replaceAll('\\', '') };
}

const matters = new LRUCache<string, boolean>({ max: 10_000 });

/** Whether a selector may name it. Pages of one kind differ in links, ids and figures, which none does: so they share their styles. */
function isNamed(name: string, { selectors }: Stylesheet): boolean {
  let answer = matters.get(name);
  if (answer === undefined) {
    answer = selectors.includes(name);
    matters.set(copyOf(name), answer);
  }
  return answer;
}

/** The same text in memory of its own: what was found in a page is but a view of it, and would keep all of it. */
function copyOf(text: string): string {
  return Buffer.from(text).toString();
}

const known = new Map<string, string | undefined>();
const wanted = new Map<string, Promise<string | undefined>>();

/**
 * The rules of the stylesheet that a page uses, so that it can carry them and be shown after one answer.
 * @returns undefined where that could not be found out, and a promise the first time that a page has these names: then it
 * is found out in another process.
 */
export function usedStyles(html: string, stylesheet: Stylesheet): string | undefined | Promise<string | undefined> {
  const names = [...namesIn(html)].filter((name) => isNamed(name, stylesheet)).sort();
  const key = hashOf(Buffer.from(names.join(' ')));
  if (known.has(key)) return known.get(key);
  let found = wanted.get(key);
  if (!found) {
    found = askWorker({ names, css: stylesheet.text }).catch((error) => {
      log().error({ event: 'styles.failed', err: error }, 'Could not find the styles of a page');
      return undefined;
    });
    wanted.set(key, found);
    void found.then((css) => {
      wanted.delete(key);
      known.set(key, css);
      const oldest = known.keys().next();
      if (known.size > maxSets && !oldest.done) known.delete(oldest.value);
    });
  }
  return found;
}

/** Everything in the HTML that a selector can name: elements, attributes, their short values, and classes. */
function namesIn(html: string): Set<string> {
  const names = new Set(dynamicNames);
  for (const [, element = '', attributes = ''] of html.matchAll(/<([a-z][a-z0-9-]*)((?:\s+[^\s=>]+(?:="[^"]*")?)*)\s*\/?>/gi)) {
    names.add(element.toLowerCase());
    for (const [, name = '', value = ''] of attributes.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)) {
      names.add(name.toLowerCase());
      if (name === 'class' || value.length < 20) for (const part of unescapeHtml(value).split(/\s+/)) if (part) names.add(part);
    }
  }
  // What src/shortlist.ts says once something was added.
  if (names.has('data-shortlist-add')) names.add('shortlist-note');
  return names;
}

/** The value of an attribute, as React writes it. */
export function unescapeHtml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
}

let worker: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;
const asked = new Map<number, PromiseWithResolvers<string>>();
let count = 0;

function askWorker(task: { names: string[]; css: string }): Promise<string> {
  clearTimeout(idle);
  worker ??= startWorker();
  const answer = Promise.withResolvers<string>();
  const id = count++;
  asked.set(id, answer);
  worker.send({ id, ...task }, (error) => error && settle({ id, error: error.message }));
  return answer.promise;
}

/** A process, not a thread: what a thread had of memory is never given back to the system while the site runs. */
function startWorker(): ChildProcess {
  const started = fork(path.resolve('server/http/page-styles-worker.ts'), {
    execArgv: workerLimits,
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  started.unref();
  started.channel?.unref();
  started.on('message', (message) => {
    settle(message as Answer);
    if (asked.size === 0) idle = setTimeout(stopWorker, idleMs).unref();
  });
  const lost = () => {
    if (worker !== started) return;
    worker = undefined;
    for (const id of asked.keys()) settle({ id, error: 'The process that finds styles ended' });
  };
  started.on('error', lost);
  started.on('exit', lost);
  return started;
}

type Answer = { id: number; css?: string; error?: string };

function settle({ id, css, error }: Answer): void {
  const answer = asked.get(id);
  asked.delete(id);
  if (css === undefined) answer?.reject(new Error(error));
  else answer?.resolve(css);
}

/** It ends when the connection does, also when this process is killed. */
function stopWorker(): void {
  const ended = worker;
  worker = undefined;
  if (ended?.connected) ended.disconnect();
}
