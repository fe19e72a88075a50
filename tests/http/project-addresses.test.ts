import { describe, expect, it, vi } from 'vitest';
import { ownSite } from '#tests/support/own-site.ts';

const { sql, get } = ownSite();
const idOf = async (slug: string) => (await sql()`select id from carbon_projects where slug = ${slug}`)[0]?.id as number;

describe("a project's former addresses", () => {
  it.each(['GET', 'HEAD'])('redirect permanently to its address, keeping the query, for %s', async (method) => {
    await sql()`update carbon_projects set slug = 'redesdale-wood' where slug = 'redesdale-edge-native-wood'`;
    const byId = await get(`/projects/${await idOf('redesdale-wood')}?from=mail&x=%20a`, { method });
    const byName = await get('/projects/redesdale-edge-native-wood?from=mail', { method });

    expect([byId.status, byId.headers.get('location')]).toEqual([301, '/projects/redesdale-wood?from=mail&x=%20a']);
    expect([byName.status, byName.headers.get('location')]).toEqual([301, '/projects/redesdale-wood?from=mail']);
    // Must be revalidated: the project may get its old name back.
    expect(byName.headers.get('cache-control')).toBe('no-cache');
    expect(byName.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await byName.text()).toBe('');
    expect((await get('/projects/redesdale-wood', { method })).status).toBe(200);
  });
});

describe('a project that is taken out of the catalogue', () => {
  it('answers 410 at each of its addresses and nowhere else, and is back when it is restored', async () => {
    const slug = 'strathnairn-birch-and-rowan';
    const listed = async () =>
      Promise.all(
        ['/projects?view=cards', `/projects.csv`, '/sitemap.xml', '/projects.xml', `/projects?q=${slug}&view=cards`].map(async (address) =>
          (await (await get(address)).text()).includes(`/projects/${slug}`),
        ),
      );
    const before = await listed();
    await sql()`update carbon_projects set withdrawn_at = now(), withdrawn_reason = 'It was there twice' where slug = ${slug}`;
    // A kept page may be sent until the site has asked for the version of the data again.
    await vi.waitFor(async () => expect((await listed()).slice(0, 4)).toEqual([false, false, false, false]), 5_000);
    const page = await get(`/projects/${slug}`);
    expect(page.status).toBe(410);
    const text = await page.text();
    expect(text).toContain('The reason: It was there twice');
    expect(text).toContain('href="/projects"');
    expect((await get(`/projects/${await idOf(slug)}`)).headers.get('location') ?? `/projects/${slug}`).toBe(`/projects/${slug}`);
    const answer = await get(`/api/v1/projects/${slug}`);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([410, 'project_withdrawn']);
    expect((await get('/projects/no-such-project')).status).toBe(404);

    await sql()`update carbon_projects set withdrawn_at = null, withdrawn_reason = null where slug = ${slug}`;
    await vi.waitFor(async () => expect([(await get(`/projects/${slug}`)).status, await listed()]).toEqual([200, before]), 5_000);
  });
});

describe("a registry's id", () => {
  const setId = (slug: string, id: string) => sql()`update carbon_projects set external_id = ${id} where slug = ${slug}`;

  it('leads to its project in any spelling, on the page and in the API', async () => {
    await setId('argyll-atlantic-oakwood', 'VCS9001');
    for (const id of ['VCS9001', 'vcs9001', 'vcs-9001', 'VCS%209001', 'Verra-9001']) {
      const page = await get(`/projects/${id}?tonnes=5`);
      expect([page.status, page.headers.get('location')], id).toEqual([301, '/projects/argyll-atlantic-oakwood?tonnes=5']);
      const answer = await get(`/api/v1/projects/${id}`);
      expect([answer.status, answer.headers.get('content-location')], id).toEqual([200, '/api/v1/projects/argyll-atlantic-oakwood']);
      expect(await answer.json(), id).toMatchObject({ slug: 'argyll-atlantic-oakwood', externalId: 'VCS9001' });
    }
    for (const address of ['/projects/VCS900', '/projects/GS9001', '/projects/9001', '/api/v1/projects/GS9001'])
      expect((await get(address)).status, address).toBe(404);
  });

  it('that two programmes of a registry have is never guessed: the page offers both, the API finds none', async () => {
    await setId('argyll-atlantic-oakwood', 'WCC-77');
    await setId('ravenstone-gill-woodland', 'PC 77');
    const page = await get('/projects/UKLCR77');
    expect([page.status, page.headers.get('location')]).toEqual([302, '/projects?q=UKLCR77']);
    const list = await (await get('/projects?q=UKLCR77&view=cards')).text();
    for (const slug of ['argyll-atlantic-oakwood', 'ravenstone-gill-woodland']) expect(list).toContain(`href="/projects/${slug}"`);
    expect((await get('/api/v1/projects/UKLCR77')).status).toBe(404);
  });
});
