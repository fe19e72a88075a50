// `npm start`: builds if the build is missing or older than the sources, then runs the site in this process.
import { existsSync } from 'node:fs';
import { isBuildFresh } from './freshness.ts';

// Settings and build are imported only when needed: they would slow down every start. Wrong settings stop it before a build.
if (existsSync('.env') || !isBuildFresh()) (await import('./load-settings.ts')).loadSettings('production');
process.env.NODE_ENV ||= 'production';
if (!isBuildFresh()) await (await import('./build.ts')).buildIfStale();
await import(new URL('../dist/server/main.js', import.meta.url).href);
