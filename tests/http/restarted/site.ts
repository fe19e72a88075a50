import { afterAll } from 'vitest';
import type { SettingsAndLimits } from '#tests/support/limits.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { startOwnPostgres } from '#tests/support/own-postgres.ts';
import { clientOf } from '#tests/support/own-site.ts';
import { type RunningSite, startSite } from '#tests/support/site.ts';
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts';

/** What Prometheus sends. */
export const token = 'a-token-for-prometheus';
export const publicUrl = 'https://carma.example';

export const folder = await makeTemporaryFolder();
export const database = await startOwnPostgres();
export const mails = await startMailServer();
/** The site as it was started last, and the settings of that start. */
export let site: RunningSite;
let settingsOfSite = '';
/** Longest time (ms) of a statement while PostgreSQL fails: half the default. */
export const queryMs = 2_500;

/** Has the site run behind a proxy with these settings and limits, and starts it anew only if it does not run with exactly these. */
export async function start(settings: SettingsAndLimits = {}): Promise<void> {
  const runs = site?.process.exitCode === null && site.process.signalCode === null;
  if (runs && settingsOfSite === JSON.stringify(settings)) return;
  settingsOfSite = JSON.stringify(settings);
  await site?.stop();
  site = await startSite({
    ...{ DATABASE_URL: database.url, SMTP_URL: mails.url, DATA_DIR: folder.path, TRUST_PROXY: 'true', PUBLIC_URL: publicUrl },
    ...{ METRICS_TOKEN: token, mailTimeoutMs: '2000', shutdownTimeoutMs: '5000', databaseConnectTimeoutMs: '1000', ...settings },
  });
}

afterAll(async () => {
  await site?.stop();
  await mails.close();
  await database.remove();
  await folder.remove();
});

export const { get, text, post } = clientOf(() => site.url);
/** Asks as a client of the proxy. */
export const from = (client: string, path: string, { headers = {}, ...init }: RequestInit = {}) =>
  get(path, { ...init, headers: { 'x-forwarded-for': client, ...headers } });
export const scrape = (authorization = `Bearer ${token}`) => from('192.0.2.3', '/metrics', { headers: { authorization } });
/** Returns the value of the metric whose name and labels match a pattern; NaN if there is none, or its value is no whole number. */
export const metric = async (pattern: string) => Number(new RegExp(`^${pattern} (\\d+)$`, 'm').exec(await (await scrape()).text())?.[1]);
