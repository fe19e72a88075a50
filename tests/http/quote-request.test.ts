import { randomUUID } from 'node:crypto';
import { parse } from 'node-html-parser';
import { expect, it } from 'vitest';
import { formatPounds } from '#shared/lib/money/money.ts';
import { quoteTexts } from '#shared/schemas/quote-request.ts';
import { dayIn, nearDayText } from '#shared/schemas/typed.ts';
import { projectsOnSale, withVat } from '#tests/support/buyer.ts';
import { has, like } from '#tests/support/matchers.ts';
import { sharedSite } from '#tests/support/own-site.ts';
import { formatDay } from '#verify/text.ts';

const { get, page: pageAt, post: postJson, sql, url: siteUrl } = sharedSite();

const projects = await projectsOnSale(sql);

const person = { name: 'Grace Hopper', message: 'For our report in April.' };
const slug = (index: number) => projects[index]?.slug ?? '';

function post(fields: Record<string, string>, lines: string[], left: string[] = []): Promise<Response> {
  const body = new URLSearchParams(fields);
  for (const line of lines) body.append('p', line);
  for (const line of left) body.append('left', line);
  return fetch(`${siteUrl}/api/quote-request`, { method: 'POST', body, redirect: 'manual' });
}

const stored = (email: string) => sql`
  select subject, line_number, line.project_slug, project_title, line.tonnes, price_per_credit, available_credits, vat_percent
  from messages
  join message_lines as line on message_id = messages.id
  where email = ${email}
  order by line_number
`;

it("POST /api/quote-request stores a message with its lines once, however often its form is sent, at the catalogue's prices and not the client's, and redirects to the quote's page", async () => {
  const email = 'grace@quote.example';
  const form_ticket = `${(Date.now() - 60_000).toString(36)}-${randomUUID()}`;
  const send = (first: string) => post({ ...person, email, form_ticket, price_per_credit: '1' }, [first, `${slug(1)}:1`]);
  for (const { status, headers } of await Promise.all([1, 2, 3].map(() => send(`${slug(0)}:250`))))
    expect([status, headers.get('location')]).toEqual([303, like(/^\/quotes\/Q-[0-9A-F]{8}-[0-9a-f]{32}$/)]);
  const row = (index: number, tonnes: number) => ({
    ...{ subject: 'Request for a quote', line_number: index + 1, tonnes, vat_percent: 20 },
    ...{ project_slug: slug(index), project_title: projects[index]?.title },
    ...{ price_per_credit: projects[index]?.pence, available_credits: projects[index]?.available },
  });
  expect(await stored(email)).toEqual([row(0, 250), row(1, 1)]);
  // The same person went back and changed the list, which makes it another request.
  await send(`${slug(0)}:6`);
  expect(await stored(email)).toHaveLength(4);
});

it.each([
  ['fractional tonnes', [`${slug(0)}:5`, `${slug(1)}:1.5`], 'Line 2: Tonnes must be a whole number from 1 to 1,000,000, such as 1200'],
  ['21 lines', Array.from({ length: 21 }, (_, n) => `project-${n}:1`), 'A shortlist has at most 20 projects'],
])('POST /api/quote-request rejects %s, naming the line and keeping what was typed', async (_what, lines, words) => {
  const email = 'wrong@quote.example';
  const answer = await post({ ...person, email }, lines);
  expect(answer.status).toBe(422);
  const page = parse((await answer.text()).replaceAll('<!-- -->', ''));
  expect(page.querySelector('[role=alert]')?.text).toContain(words);
  expect(page.querySelector('textarea[name=message]')?.text).toBe(person.message);
  expect(await sql`select 1 from messages where email = ${email}`).toEqual([]);
});

it.each([
  ['a shortlist', [325, 5], {}],
  ['a purchase', [325], { project: slug(0) }],
])('tonnes typed into %s without scripts are answered with their total first, and sent with it', async (where, tonnes, place) => {
  const fields = Object.fromEntries(tonnes.map((some, index) => [`t.${slug(index)}`, String(some)]));
  const typed = { ...person, ...place, ...fields, email: `${where.slice(2)}@changed.example` };
  const served = tonnes.map((_, index) => `${slug(index)}:5`);
  const answer = await post(typed, served);
  const main = parse(await answer.text()).querySelector('main');
  expect([answer.status, main?.querySelector('#quote [role=alert]')?.text]).toEqual([422, has(quoteTexts.tonnesChanged)]);
  const subtotal = tonnes.reduce((sum, some, index) => sum + some * (projects[index]?.pence ?? 0), 0);
  expect(main?.text).toContain(formatPounds(withVat(subtotal)));
  expect(main?.querySelector('[name=message]')?.text).toBe(person.message);
  expect(await stored(typed.email)).toEqual([]);
  const lines = main?.querySelectorAll('#quote [name=p]').map((line) => line.getAttribute('value') ?? '') ?? [];
  expect((await post(typed, lines)).status).toBe(303);
  expect(await stored(typed.email)).toMatchObject(tonnes.map((some) => ({ tonnes: some })));
});

it('a day that a pending project cannot keep is refused at the day, as a form and by the API, unless a later one will do', async () => {
  const [pending] = await sql`select slug from carbon_projects where units_status = 'expected' and sale_status = 'On sale' limit 1`;
  const message = { ...person, email: 'soon@quote.example', deliverBy: dayIn(1) };
  const form = parse(await (await post(message, [`${pending?.slug}:1`])).text());
  const [link, ...others] = form.querySelectorAll('[role=alert] a');
  const day = form.querySelector('input[name=deliverBy]');
  expect([link?.getAttribute('href'), others, day?.getAttribute('aria-invalid')]).toEqual([`#${day?.id}`, [], 'true']);
  expect(day?.getAttribute('value')).toBe(message.deliverBy);
  expect(form.querySelector('#quote')?.text).toContain(nearDayText(message.deliverBy));
  // So is the purchase of that one project.
  const typed = { ...message, project: pending?.slug, [`t.${pending?.slug}`]: '1' };
  const purchase = parse(await (await post(typed, [`${pending?.slug}:1`])).text()).querySelector('#quote input[name=deliverBy]');
  expect([purchase?.getAttribute('value'), purchase?.getAttribute('aria-invalid')]).toEqual([message.deliverBy, 'true']);
  const api = await postJson('/api/v1/quotes', { ...message, lines: [{ slug: pending?.slug, tonnes: 1 }] });
  const { errors } = await api.json();
  expect(errors).toMatchObject([{ field: 'deliverBy', reason: 'not_deliverable_by', delivery: like(/^20\d\d-/) }]);
  const basket = await postJson('/api/v1/baskets', { lines: [{ slug: pending?.slug, tonnes: 1 }] });
  expect([basket.headers.get('cache-control'), (await basket.json()).lines[0].delivery]).toEqual(['no-store', errors[0].delivery]);
  const accepted = await post({ ...message, acceptsLaterDelivery: 'true' }, [`${pending?.slug}:1`]);
  expect(accepted.status).toBe(303);
  const quote = await pageAt(accepted.headers.get('location') ?? '');
  expect(quote.querySelector('main')?.text).toContain(`Pending, forecast by ${formatDay(errors[0].delivery)}. An invented sample.`);
  const [kept] = await sql`
    select accepts_later_delivery, delivery_by::text from message_lines join messages on id = message_id where email = 'soon@quote.example'
  `;
  expect(kept).toEqual({ accepts_later_delivery: true, delivery_by: errors[0].delivery });
  // The list stays in the page's links with its day, whatever is wrong.
  const wrong = await post({ ...message, name: 'G', deliverBy: '2099-03-31' }, [`${slug(0)}:1`]);
  expect(await wrong.text()).toMatch(/href="\/shortlist\?[^"]*by=2099-03-31/);
});

it('a request at another price than the catalogue’s is refused with both, as a form, by RPC and by the API', async () => {
  const email = 'moved@quote.example';
  const { title, pence } = projects[1];
  const moved = { slug: slug(1), tonnes: 12, pricePerCredit: pence + 3_100 };
  const body = { ...person, email, lines: [{ slug: slug(0), tonnes: 1 }, moved] };
  const message = `${title} was ${formatPounds(pence + 3_100)} per credit, and is now ${formatPounds(pence)}.`;
  const form = await post({ ...person, email }, [`${slug(0)}:1`, `${slug(1)}:12:${pence + 3_100}`]);
  const page = parse(await form.text());
  expect([form.status, page.querySelector('[role=alert]')?.text]).toEqual([409, has(message)]);
  expect(page.querySelectorAll('input[type=hidden][name=p]').map((line) => line.getAttribute('value'))).toContain(`${slug(1)}:12:${pence}`);
  const api = await postJson('/api/v1/quotes', body);
  const errors = [{ field: 'lines.1.pricePerCredit', message, pricePerCredit: pence }];
  expect([api.status, await api.json()]).toMatchObject([409, { code: 'prices_changed', errors }]);
  const rpc = await postJson('/api/trpc/contact.requestQuote', { json: body }, { 'idempotency-key': randomUUID() });
  expect([rpc.status, (await rpc.json()).error.json.data.problem]).toMatchObject([409, { code: 'prices_changed', errors }]);
  expect(await stored(email)).toEqual([]);
});

it('credits that cannot be bought as asked are refused with the reason of each, and are in no offer on the shortlist', async () => {
  const others = await sql<{ status: string; slug: string }[]>`
    select distinct on (sale_status) sale_status as status, slug
    from carbon_projects
    where category <> 'Biochar' and price_per_credit is not null
    order by sale_status, slug
  `;
  const named = (status: string) => others.find((one) => one.status === status)?.slug ?? '';
  const tonnes = { [slug(0)]: 7, [named('Sold out')]: 1, [named('On sale')]: 999_999, [named('Not yet on sale')]: 2 };
  const lines = Object.entries(tonnes).map(([project, amount]) => ({ slug: project, tonnes: amount }));
  const email = 'refused@quote.example';
  const answer = await postJson('/api/v1/quotes', { name: 'Grace Hopper', email, lines });
  const errors = ['sold_out', 'too_many', 'not_yet_on_sale'].map((reason) => ({ reason }));
  expect([answer.status, await answer.json()]).toMatchObject([422, { code: 'lines_refused', errors }]);
  expect(await stored(email)).toEqual([]);

  const { pence } = projects[0];
  const shortlist = await pageAt(`/shortlist?${lines.map((line) => `p=${line.slug}:${line.tonnes}`).join('&')}`);
  expect(shortlist.querySelector('tfoot')?.textContent).toContain(formatPounds(withVat(7 * pence)));
  const sent = shortlist.querySelectorAll('form[action^="/api/quote-request"] input[name="p"]').map((line) => line.getAttribute('value'));
  expect(sent).toEqual([`${slug(0)}:7:${pence}`]);
  const posted = shortlist.querySelectorAll('form[action^="/api/quote-request"] input[name="left"]');
  const left = posted.map((line) => line.getAttribute('value') ?? '');
  expect(left).toEqual(lines.slice(1).map((line) => `${line.slug}:${line.tonnes}`));
  // Without scripts the form is sent with all of them, and asks for what can be bought.
  expect((await post({ ...person, email }, [`${slug(0)}:7:${pence}`], left)).status).toBe(303);
  expect(await stored(email)).toMatchObject([{ project_slug: slug(0), tonnes: 7 }]);
});

it("a quote's page has the lines and totals of the request, is for nobody else to keep or find, and is told to no other site", async () => {
  const lines = [3, 2].map((tonnes, index) => ({ slug: slug(index), tonnes }));
  const said = { purchaseOrder: 'PO-2027-18', deliverBy: '2099-03-31', acceptsLaterDelivery: true };
  const answer = await postJson('/api/v1/quotes', { ...person, email: 'page@quote.example', ...said, lines });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const { url, reference, pricesValidUntil } = await answer.json();
  const { pathname } = new URL(url);
  const page = await get(pathname);
  const [cacheControl, referrerPolicy] = [page.headers.get('cache-control'), page.headers.get('referrer-policy')];
  expect([page.status, cacheControl, referrerPolicy]).toEqual([200, 'private, no-store', 'no-referrer']);
  const html = parse(await page.text());
  expect(html.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
  const [{ pence: price }, { pence: other }] = projects;
  const subtotal = 3 * price + 2 * other;
  const amounts = [price, subtotal, withVat(subtotal) - subtotal, withVat(subtotal)].map(formatPounds);
  for (const words of [reference, projects[0].title, 'Issued. An invented sample.', ...amounts, formatDay(pricesValidUntil)])
    expect(html.querySelector('main')?.text).toContain(words);
  expect(html.text).not.toMatch(/Hopper|page@quote|April|PO-2027/);
  // Printed, it says where it can be read again.
  expect(html.querySelectorAll('[data-printed]').at(-1)?.text).toBe(url);
  // A browser that comes from the form is shown what was sent, and a link to the list that keeps its day.
  const led = parse(await (await fetch(siteUrl + pathname, { headers: { 'sec-fetch-site': 'same-origin' } })).text());
  for (const words of ['Purchase order: PO-2027-18', 'You wrote: For our report in April.']) expect(led.text).toContain(words);
  expect(led.querySelector('a[href^="/shortlist?p="]')?.getAttribute('href')).toMatch(/by=2099-03-31$/);
  // Its rate of VAT stays, and prices that have ended are called so.
  await sql`update message_lines set vat_percent = 5 from messages where id = message_id and email = 'page@quote.example'`;
  await sql`update messages set prices_valid_until = '2026-01-02' where email = 'page@quote.example'`;
  const ended = (await pageAt(pathname)).text;
  for (const words of ['VAT at 5%', 'held until the end of 2 January 2026', 'See these projects at today’s prices'])
    expect(ended).toContain(words);
  for (const path of ['/sitemap.xml', '/robots.txt']) expect(await (await get(path)).text()).not.toContain('/quotes');
  const wrong = pathname.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  for (const path of [wrong, `/quotes/${reference}`, '/quotes/x']) expect((await get(path)).status, path).toBe(404);
});
