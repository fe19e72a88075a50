import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { lastModified, withLastModified } from '#server/platform/web/conditional-requests.ts';

const changed = new Date('2026-03-31T10:00:00.400Z');
const app = new Hono<AppEnv>().get('/', withLastModified, (c) =>
  c.json([1450], 200, { ...lastModified(changed), 'content-disposition': 'attachment' }),
);
const statusSince = async (date: string, headers: Record<string, string> = {}) =>
  (await app.request('/', { headers: { 'if-modified-since': date, ...headers } })).status;

describe('a request with If-Modified-Since', () => {
  it('is answered 304 for the Last-Modified that the site sent', async () => {
    const date = (await app.request('/')).headers.get('last-modified') ?? '';
    expect(date).toBe('Tue, 31 Mar 2026 10:00:01 GMT');
    const { status, headers } = await app.request('/', { headers: { 'if-modified-since': date } });
    expect([status, headers.get('last-modified'), headers.get('content-disposition')]).toEqual([304, date, null]);
    expect(await statusSince(date, { 'if-none-match': '"other"' })).toBe(200);
  });

  it.each(['Tue, 31 Mar 2026 10:00:00 GMT', 'Tue, 31 Mar 2026 10:00:02 GMT', 'Fri, 01 Jan 2100 00:00:00 GMT', 'yesterday', ''])(
    'is answered in full for any other date: %j',
    async (date) => {
      expect(await statusSince(date)).toBe(200);
    },
  );
});
