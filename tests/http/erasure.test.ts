import { expect, it, vi } from 'vitest';
import { runHere } from '#tests/support/command.ts';
import { ownSite } from '#tests/support/own-site.ts';

const site = ownSite();
const { text: read } = site;
const record = async (...words: string[]) =>
  expect(await runHere('record', words, { DATABASE_URL: site.databaseUrl() })).toMatchObject({ code: 0, stderr: '' });
const soon = { timeout: 30_000 };

it('an erased name is on no page and in no file, also when they were kept and its project has been renamed', async () => {
  const [found] = await site.sql()<{ number: string; index: number; slug: string; text: string }[]>`
    select number, entries.index::int as index, convert_from(entry, 'UTF8')::json #>> '{project,slug}' as slug, text
    from record_certificates
    join record_entries as entries on entries.index = entry_index
    join record_texts using (entry_index)
    where field = 'beneficiary' and convert_from(entry, 'UTF8')::json #>> '{project,slug}' is not null
    order by entries.index
    limit 1
  `;
  const { number = '', index = 0, slug = '', text: name = '' } = found ?? {};
  await site.sql()`update carbon_projects set slug = slug || '-renamed' where slug = ${slug}`;
  const showing = [
    ...[`/certificates/${number}`, `/certificates/${number}.json`, `/record/entries/${index}`, `/record/entries/${index}.json`],
    ...['/record/retirements.csv', '/record/retirements.xml', `/record/disclosure/cad-trust.csv?c=${number}`],
    ...[`/api/v1/record/entries/${index}`, `/api/v1/record/certificates/${number}`],
  ];
  const files = [`/certificates/${number}.pdf`, `/record/disclosure.zip?c=${number}`];
  const contains = (text: string) => text.includes(name.split(' ')[1] ?? name);
  for (const path of showing) await vi.waitFor(async () => expect(contains(await read(path)), path).toBe(true), soon);
  const before = await Promise.all(files.map(read));
  await record('erase', 'certificate', number);
  // Other certificates may name the same buyer.
  const lists = ['/record/retirements.csv', '/record/retirements.xml'];
  for (const path of showing.filter((shown) => !lists.includes(shown)))
    await vi.waitFor(async () => expect(contains(await read(path)), path).toBe(false), soon);
  for (const path of lists) await vi.waitFor(async () => expect(await read(path), path).toMatch(/\(erased\)|erased on request/), soon);
  for (const [at, path] of files.entries()) await vi.waitFor(async () => expect(await read(path), path).not.toBe(before[at]), soon);
});

it('a correction and a confirmation are seen at once wherever the certificate is, also where it was kept', async () => {
  const [found] = await site.sql()<{ number: string; index: number }[]>`
    select number, entry_index::int as index
    from record_certificates
    where not exists (select from record_entries where about = entry_index)
    order by entry_index
    limit 1
  `;
  const { number = '', index = 0 } = found ?? {};
  const unconfirmed = 'Not yet confirmed at the registry';
  for (const path of [`/certificates/${number}`, `/record/disclosure?c=${number}`]) expect(await read(path), path).toContain(unconfirmed);
  const pdf = await read(`/certificates/${number}.pdf`);
  const said = 'Another order: this is void';
  await record('confirm', `certificate=${number}`, 'registryRetiredOn=2026-03-04', 'registryRetirementId=R-9921', 'checkedByRole=the desk');
  await record('correct', `entry=${index}`, `correction=${said}`);
  for (const path of [`/certificates/${number}`, `/record/entries/${index}`]) {
    await vi.waitFor(async () => expect(await read(path), path).toContain(said), soon);
    const page = await read(path);
    for (const words of ['number R-9921', 'the desk']) expect(page).toContain(words);
    expect(page, path).not.toContain(unconfirmed);
  }
  for (const path of ['/record', `/record/disclosure?c=${number}`, '/record/retirements.xml', '/record/retirements.csv'])
    await vi.waitFor(async () => expect(await read(path), path).toContain(said), soon);
  for (const file of ['cad-trust.csv', 'esrs-e1-7.csv', 'ab-1305.json'])
    expect(await read(`/record/disclosure/${file}?c=${number}`), file).toContain(said);
  expect(await read(`/certificates/${number}.pdf`)).not.toBe(pdf);
  for (const path of [`/certificates/${number}.json`, `/api/v1/record/certificates/${number}`])
    expect(JSON.parse(await read(path)).related, path).toHaveLength(2);
});

it('an erased name is not sent while PostgreSQL is away either, though its page was kept', async () => {
  const [found] = await site.sql()<{ number: string; index: number; text: string }[]>`
    select number, entry_index::int as index, text
    from record_certificates
    join record_texts using (entry_index)
    where field = 'beneficiary'
    order by entry_index desc
    limit 1
  `;
  const { number = '', index = 0, text: name = '' } = found ?? {};
  const page = `/certificates/${number}`;
  await expect.poll(async () => (await site.get(page)).headers.get('etag'), soon).not.toBeNull();
  expect(await read(page)).toContain(name);
  await record('erase', 'certificate', number);
  // The site knows of it, and nobody has asked for the page since.
  await expect.poll(() => read(`/api/v1/record/entries/${index}`), soon).toContain('"erased":true');
  await site.dropDatabase();
  await expect.poll(async () => (await site.get('/readyz')).status, soon).toBe(503);
  expect(await read(page)).not.toContain(name);
});
