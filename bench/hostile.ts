import { type Catalogue, memoryOf, type Stage, startSite } from './stage.ts';
import type { Row } from './table.ts';

/** Number of requests in flight; each is followed by the next as soon as it is answered. */
const atOnce = 8;
const filled = (text: string, size: number) => text.repeat(Math.ceil(size / text.length)).slice(0, size);

type Hostile = { path: string; init: RequestInit };

/** Measures the site's peak resident memory while it is sent, for `forMs`, the largest requests that its limits allow. */
export async function measureHostile(stage: Stage, catalogue: Catalogue, { forMs }: { forMs: number }): Promise<Row[]> {
  const site = await startSite(stage, catalogue);
  const peaks: number[] = [];
  const failed: number[] = [];
  const end = performance.now() + forMs;
  let sent = 0;
  let answered = 0;
  const watch = setInterval(() => peaks.push(memoryOf(site.pid)), 500);
  const mix = requests();

  async function attack(): Promise<void> {
    while (performance.now() < end) {
      const { path, init } = mix[sent++ % mix.length]?.() ?? { path: '/', init: {} };
      const answer = await fetch(site.url + path, { redirect: 'manual', ...init }).catch(() => undefined);
      // The site closed the connection before the end of a body that it rejected.
      if (!answer) continue;
      answered = Math.max(answered, (await answer.arrayBuffer().catch(() => new ArrayBuffer())).byteLength);
      if (answer.status >= 500 && answer.status !== 503) failed.push(answer.status);
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, attack));
    const row = (measure: string, figure: string): Row => ({ measure, projects: catalogue.size, site: figure });
    return [
      row(`peak memory under ${sent} hostile requests`, `${Math.max(...peaks)} MB`),
      row('largest response', `${Math.round(answered / 1_000)} kB`),
      row('5xx other than 503', String(failed.length)),
    ];
  } finally {
    clearInterval(watch);
    await site.stop();
  }
}

function requests(): (() => Hostile)[] {
  const [json, form] = ['application/json', 'application/x-www-form-urlencoded'];
  const post = (path: string, type: string, body: BodyInit) => (): Hostile => ({
    path,
    init: { method: 'POST', headers: { accept: 'text/html', ...(type && { 'content-type': type }) }, body },
  });
  const upload = (name: string, value: string | File) => (): Hostile => {
    const body = new FormData();
    body.set('name', 'Hostile');
    body.set(name, value);
    return post('/api/enterprise-contact', '', body)();
  };
  const get =
    (path: string, headers: Record<string, string> = {}) =>
    (): Hostile => ({ path, init: { headers } });
  return [
    upload('message', filled('<', 6_000_000)),
    upload('x', filled('"', 6_000_000)),
    upload('attachment', new File([`%PDF-${filled('x', 5_200_000)}`], 'a.pdf')),
    upload('attachment', new File([`PK\x03\x04${filled('PK\x01\x02', 5_000_000)}`], 'a.docx')),
    post('/api/contact', form, `name=${filled('<', 60_000)}&message=${filled('<', 4_000)}`),
    post('/api/quote-request', form, filled('p=a:1&', 65_000)),
    post('/api/v1/contact', json, filled('[', 65_000)),
    post('/api/rpc/contact.requestQuote', json, `{"json":{"lines":[${filled('0,', 64_000)}0]}}`),
    get(`/api/v1/projects?${filled('a=&', 4_000)}`, { 'accept-encoding': filled(' ', 31_000) }),
    get(`/projects?${filled('category=a&', 4_000)}`),
    get('/about', { 'accept-encoding': `br${filled(' ;', 30_000)}` }),
  ];
}
