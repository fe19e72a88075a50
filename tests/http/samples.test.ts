import { parse } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { site as texts } from '#shared/content/site.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { ownSite } from '#tests/support/own-site.ts';
import { type RunningSite, startSite } from '#tests/support/site.ts';

const patience = { timeout: 10_000 };

describe('while the catalogue has sample projects', () => {
  const { sql, get, page } = ownSite();
  const bandOn = async (path: string) => (await page(path)).querySelector(`aside[aria-label="${texts.samples.label}"]`)?.text;
  it('the API says of each project whether it is one', async () => {
    expect(await (await get('/api/v1/projects/moray-brash-biochar')).json()).toMatchObject({ isSample: true });
  });

  it('and none says so once the last is gone, not even a page that shows no data and was cached', async () => {
    await sql()`update carbon_projects set external_id = 'VCS1', figures_source = 'Our own' where slug = 'moray-brash-biochar'`;
    expect(await bandOn('/contact')).toBe(texts.samples.text);
    await sql()`update carbon_projects set figures_source = 'Our own'`;
    for (const path of ['/contact', '/', '/projects/moray-brash-biochar']) await expect.poll(() => bandOn(path), patience).toBeUndefined();
  });
});

describe('an empty catalogue at an address that others can reach', () => {
  let database: TestDatabase;
  let site: RunningSite;
  const start = (settings: Record<string, string>) =>
    startSite({ DATABASE_URL: database.url, PUBLIC_URL: 'https://carma.example', ...settings });
  beforeAll(async () => {
    database = await createTestDatabase();
    // What is hidden, kept or linked by a setting does not depend on the catalogue.
    site = await start({ HIDDEN_CLAIMS: 'testimonials', CHAIN_EXPLORER_URL: 'https://chain.example/', MESSAGE_RETENTION_MONTHS: '12' });
  });
  afterAll(async () => {
    await site.stop();
    await database.drop();
  });
  const html = async (path: string) => (await fetch(site.url + path)).text();

  it('stays empty, and the log and the pages say so', async () => {
    const line = site.lines.find(({ event }) => event === 'catalogue.empty');
    expect(line?.msg).toMatch(/catalogue -- import FILE.+npm run db:seed, or SEED_SAMPLES=true$/);
    await expect.poll(async () => (await html('/projects')).includes('The catalogue has no projects yet.'), patience).toBe(true);
    for (const path of ['/', '/credits', '/projects', '/contact']) {
      expect(await html(path), path).not.toContain(texts.samples.text);
      expect(await html(path), path).not.toMatch(/£0\.00|href="\/projects\/[a-z]+-[a-z-]+"/);
    }
    expect(await (await fetch(`${site.url}/api/carbon-projects`)).json()).toEqual([]);
    expect(await html('/qms')).not.toMatch(/of the 0|0 of 0/);
    expect(await html('/impact-hub')).not.toContain('Latest retirement');
    // Each step that the record has says that it has none yet.
    const stepsWithout = async (path: string) => (await html(path)).match(/(?:Received|Sold|Retired): none yet/g);
    expect(await stepsWithout('/how-it-works')).toEqual(['Sold: none yet', 'Retired: none yet']);
    for (const path of ['/blockchain', '/enterprise/traceability']) expect(await stepsWithout(path), path).toContain('Received: none yet');
  });

  it('says nothing of testimonials that are hidden, keeps messages as long as it is set to, and leads to the explorer of the chain beside the record', async () => {
    const main = async (path: string) => parse(await html(path)).querySelector('main');
    const resources = await main('/resources');
    expect(resources?.text).not.toContain('two testimonials');
    expect(resources?.querySelectorAll('a').map((link) => link.getAttribute('href'))).not.toContain('/enterprise#testimonials');
    expect((await main('/privacy'))?.text).toContain('up to 12 months');
    const verification = (await main('/blockchain'))?.querySelector('#public-verification');
    expect(verification?.querySelectorAll('a').map((link) => link.getAttribute('href'))).toEqual(['/record', 'https://chain.example/']);
  });

  it('gets the samples if asked to', async () => {
    await site.stop();
    site = await start({ SEED_SAMPLES: 'true' });
    expect(site.lines.find(({ event }) => event === 'catalogue.seeded')?.projects).toBe(38);
    expect(await html('/contact')).toContain(texts.samples.text);
  });
});
