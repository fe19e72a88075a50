// `npm run dev`: runs Waku's development server, with hot reload, on the database of `npm start`.
import { spawn } from 'node:child_process';
import { openSiteDatabase } from '#commands/run.ts';
import { prepareDatabase } from '#db/migrate.ts';
import { log } from '#server/platform/log.ts';
import { loadSettings } from './load-settings.ts';
import { makeVerifier } from './make-verifier.ts';

const { PORT, SEED_SAMPLES } = loadSettings('development');
await makeVerifier();
const database = await openSiteDatabase(log());
const preparing = prepareDatabase({ ...database, log: log(), seedsSamples: SEED_SAMPLES });
// If it fails, the database does not stay behind.
await preparing.catch(() => database.stop());
await preparing;

const waku = spawn(process.execPath, ['node_modules/waku/cli.js', 'dev', '--port', String(PORT)], {
  stdio: 'inherit',
  // Without the owner's address, which the site never has; empty, so that a line in .env does not set it again.
  env: { ...process.env, DATABASE_URL: database.url, DATABASE_OWNER_URL: '' },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => waku.kill(signal));
waku.on('exit', async (code) => {
  await database.stop();
  process.exit(code ?? 0);
});
