import { parse } from 'node-html-parser';
import { describe, expect, it } from 'vitest';
import { site as texts } from '#shared/content/site.ts';
import { ownSite } from '#tests/support/own-site.ts';

const patience = { timeout: 10_000 };

describe('an empty catalogue at an address that others can reach', () => {
  // A site of its own: an empty one.
  const site = ownSite(
    {
      ...{ SEED_SAMPLES: '', PUBLIC_URL: 'https://carma.example' },
      // What is hidden, kept or linked by a setting does not depend on the catalogue.
      ...{ HIDDEN_CLAIMS: 'testimonials', CHAIN_EXPLORER_URL: 'https://chain.example/', MESSAGE_RETENTION_MONTHS: '12' },
    },
    'empty',
  );
  const html = site.text;

  it('stays empty, and the log and the pages say so', async () => {
    const line = site.lines.find(({ event }) => event === 'catalogue.empty');
    expect(line?.msg).toMatch(/catalogue -- import FILE.+npm run db:seed, or SEED_SAMPLES=true$/);
    await expect.poll(async () => (await html('/projects')).includes('The catalogue has no projects yet.'), patience).toBe(true);
    for (const path of ['/', '/credits', '/projects', '/contact']) {
      expect(await html(path), path).not.toContain(texts.samples.text);
      expect(await html(path), path).not.toMatch(/£0\.00|href="\/projects\/[a-z]+-[a-z-]+"/);
    }
    expect(await site.json('/api/carbon-projects')).toEqual([]);
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

  it('gets the samples if asked to, which the API and every page say, until the last is gone', async () => {
    await site.stop();
    await site.start({ SEED_SAMPLES: 'true' });
    expect(site.lines.find(({ event }) => event === 'catalogue.seeded')?.projects).toBe(38);
    expect(await site.json('/api/v1/projects/moray-brash-biochar')).toMatchObject({ isSample: true });
    // The first shows no data, and is kept.
    const pages = ['/contact', '/', '/projects/moray-brash-biochar'];
    for (const path of pages) expect(await html(path), path).toContain(texts.samples.text);
    // Their record is made meanwhile, in a transaction that would be in this one's way.
    await expect.poll(() => site.lines.some(({ event }) => event === 'record.seeded'), patience).toBe(true);
    await site.sql()`update carbon_projects set external_id = 'VCS1', figures_source = 'Our own' where slug = 'moray-brash-biochar'`;
    expect(await html('/contact')).toContain(texts.samples.text);
    await site.sql()`update carbon_projects set figures_source = 'Our own'`;
    for (const path of pages) await expect.poll(() => html(path), patience).not.toContain(texts.samples.text);
  });
});
