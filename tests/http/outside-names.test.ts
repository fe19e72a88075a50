import { describe, expect, it } from 'vitest';
import { openApiDocument } from '#server/api/routes.ts';
import { queriesRead } from '#server/http/addresses.ts';
import { readDocument } from '#tests/support/documented.ts';
import { ownSite } from '#tests/support/own-site.ts';
import { patient } from '#tests/support/site.ts';
import { operationKinds } from '#verify/entry.ts';

const site = ownSite({ ...patient, DATABASE_WRITE_LIMIT_MS: '20000', DATABASE_STATEMENT_TIMEOUT_MS: '30000' }, 'shared');

/** Names that every object has, one of a function and one of an object, and texts that PostgreSQL cannot store, as they stand in an address. */
const inherited = ['constructor', '__proto__'];
const encoded = [...inherited, 'a%00b', '%ED%A0%80'];
/** Such a body in JSON. */
const texts = [...inherited, 'a\\u0000b', 'a\\ud800'];
/** Returns a name and a text of these for a field, the others for the next: two of a kind fail alike. */
const pairFor = (values: string[], position: number) => values.filter((_, index) => index % 2 === position % 2);

/** Expects that each request is answered without a failure, in its status or in the log. @returns the answers. */
async function answered(requests: (readonly [address: string, init?: RequestInit])[]): Promise<{ status: number; text: string }[]> {
  const before = site.lines.length;
  const answers: { status: number; text: string }[] = [];
  const queue = requests.entries();
  const sendNext = async () => {
    for (const [position, [address, init]] of queue) {
      const response = await fetch(site.url + address, { redirect: 'manual', ...init });
      const text = await response.text();
      answers[position] = { status: response.status, text };
      const isFine = response.status < 500 && !text.includes('[native code]');
      expect(isFine, `${address} ${init?.body ?? ''}: ${response.status}`).toBe(true);
    }
  };
  // Fewer at once than the site makes without a queue.
  await Promise.all(Array.from({ length: 4 }, sendNext));
  const failures = site.lines.slice(before).filter(({ level }) => ['error', 'fatal'].includes(String(level)));
  expect(failures).toEqual([]);
  return answers;
}

const json = (body: string, headers = {}) => ({ method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
const form = (body: string, headers = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', ...headers },
  body,
});
/** Returns an object as JSON twice for each text field, with a name and a text in its place. */
function variantsOf(body: Record<string, unknown>): string[] {
  const mark = '\u241e';
  return [...Object.keys(body), ...inherited].flatMap((field, position) => {
    const old = body[field];
    const value = Array.isArray(old) ? [mark] : mark;
    const variant = JSON.stringify(Object.fromEntries([...Object.entries(body), [field, value]]));
    return pairFor(texts, position).map((text) => variant.replaceAll(mark, text));
  });
}

describe('names and texts from outside', () => {
  const pages = Object.entries(queriesRead)
    // The files and the feed of a list read its query as the page does, and take long to make.
    .filter(([page]) => !/\.(?:csv|xlsx|json|xml)$/.test(page) || !(page.replace(/\.\w+$/, '') in queriesRead))
    .map(([page, reads]) => ({ page: page.replace(':slug', 'moray-brash-biochar'), reads }));

  it.each(pages)('are only values to $page', async ({ page, reads }) => {
    const parameters = reads.map((name) => name.replace('*', 'constructor'));
    const pairs = parameters.flatMap((name, position) => pairFor(encoded, position).map((value) => `${name}=${value}`));
    await answered([...pairs, ...encoded.map((name) => `${name}=${name}`)].map((query) => [`${page}?${query}`] as const));
  });

  it('are no pages, files, projects or entries', async () => {
    const families = [
      ...['', '/blog', '/projects', '/certificates', '/record', '/record/entries', '/record/batches', '/record/disclosure', '/log/tile/0'],
      ...['/log', '/assets', '/share', '/downloads', '/pictures', '/pictures/default', '/payload', '/enterprise', '/api', '/api/v1'],
      ...['/api/v1/projects', '/api/v1/record', '/api/v1/record/entries', '/api/v1/record/batches', '/api/v1/record/certificates'],
      ...['/api/trpc', '/api/trpc/projects.search,', '/RSC/R'],
    ];
    const answers = await answered(
      families.flatMap((family, position) =>
        pairFor(encoded, position).flatMap(
          (name) => [[`${family}/${name}`], [`${family}/${name}.json`], [`${family}/${name}/${name}.svg`]] as const,
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toEqual([]);
  });

  const sent = { form_ticket: '', topic_note: '' };
  const person = { name: 'Ada Lovelace', email: 'ada@outside.example', message: 'Hello there', subject: 'A', ...sent };
  const line = '{"slug":"moray-brash-biochar","tonnes":5}';
  it.each<[address: string, body: Record<string, unknown>]>([
    ['/api/trpc/contact.send', { ...person, project: null }],
    ['/api/trpc/contact.requestQuote', { ...person, organisation: 'A', purchaseOrder: 'B', deliverBy: null, lines: [line] }],
    ['/api/trpc/newsletter.subscribe', { email: person.email, form_ticket: '', topic_note: '' }],
    ['/api/v1/quotes', { ...person, organisation: 'A', purchaseOrder: 'B', lines: [line] }],
    ...operationKinds.map((kind): [string, Record<string, unknown>] => [`/api/v1/record/${kind}`, { project: '', note: '' }]),
  ])('are stored as text, or rejected, by %s', async (address, body) => {
    const bodies = variantsOf(body).map((text) => text.replaceAll(JSON.stringify(line), line));
    await answered(bodies.map((text) => [address, json(address.startsWith('/api/trpc/') ? `{"json":${text}}` : text)] as const));
  });

  it.each(['contact', 'newsletter', 'quote-request', 'verify'])('are stored as text, or shown again, by the form /api/%s', async (name) => {
    const typed = { ...person, record: 'CR-000001', p: 'moray-brash-biochar:5', organisation: 'A', purchaseOrder: 'B' };
    const fields = [...Object.keys(typed), ...encoded];
    const bodies = fields.flatMap((field, position) => {
      const others = new URLSearchParams(Object.entries(typed).filter(([other]) => other !== field));
      return pairFor(encoded, position).map((value) => `${others}&${field}=${value}`);
    });
    await answered(bodies.map((body) => [`/api/${name}`, form(body)] as const));
  });

  it('are rejected by each parameter of the API', async () => {
    const { operations } = readDocument(openApiDocument('http://localhost') as never);
    const addresses = operations
      .filter(({ method }) => method === 'GET')
      .flatMap(({ path, parameters }) =>
        parameters.flatMap(({ name, in: place }, position) =>
          pairFor(encoded, position).map((value) => {
            const filled = path.replaceAll(/\{(\w+)\}/g, (_, part) => (place === 'path' && part === name ? value : '1'));
            return [place === 'query' ? `${filled}?${name}=${value}` : filled] as const;
          }),
        ),
      );
    await answered(addresses);
  });
});
