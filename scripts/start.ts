// `npm start`: builds if the build is missing or older than the sources, then runs the site in this process.
import { existsSync } from 'node:fs';
import { areDownloadsFresh, isBuildFresh } from './freshness.ts';

if (existsSync('.env')) process.loadEnvFile('.env');
process.env.NODE_ENV ||= 'production';
// Imported only when needed, because it would slow down every start.
if (!isBuildFresh() || !areDownloadsFresh()) await (await import('./build.ts')).buildIfStale();
await import(new URL('../dist/server/main.js', import.meta.url).href);
