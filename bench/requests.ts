import { Agent, get, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import postgres from 'postgres';
import type { Catalogue } from './stage.ts';

const agent = new Agent({ keepAlive: true });

export type RawResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer; firstByteMs: number };

/** Returns a response as received, still compressed. */
export function fetchRaw(url: string, headers: Record<string, string> = {}): Promise<RawResponse> {
  const began = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>();
  const request = get(url, { agent, headers, timeout: 30_000 }, async (response) => {
    const firstByteMs = performance.now() - began;
    const body = await buffer(response);
    resolve({ status: response.statusCode ?? 0, headers: response.headers, body, firstByteMs });
  });
  request.on('timeout', () => request.destroy(new Error(`${url} did not answer`)));
  request.on('error', reject);
  return promise;
}

/** Returns the slugs of the first `count` projects. */
export async function firstSlugs({ url }: Catalogue, count: number): Promise<string[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const rows = await sql<{ slug: string }[]>`select slug from carbon_projects order by id limit ${count}`;
  await sql.end({ timeout: 2 });
  return rows.map(({ slug }) => slug);
}
