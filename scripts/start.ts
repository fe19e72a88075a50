// `npm start`: builds when the build is missing or older than the sources, then becomes the site's process.
import { existsSync } from 'node:fs';
import { areDownloadsFresh, isBuildFresh } from './freshness.ts';

if (existsSync('.env')) process.loadEnvFile('.env');
process.env.NODE_ENV ||= 'production';
// Loaded only when it is needed: it would slow every start.
if (!isBuildFresh() || !areDownloadsFresh()) await (await import('./build.ts')).buildIfStale();
await import(new URL('../dist/server/main.js', import.meta.url).href);
