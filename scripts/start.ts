// `npm start`: builds if the build is missing or older than the sources, then runs the site in this process.
import { existsSync } from 'node:fs';
import { isBuildFresh } from './freshness.ts';

// What reads settings and what builds is imported only when needed: it would slow down every start. Wrong settings stop it before a build.
const isStale = !isBuildFresh();
if (existsSync('.env') || isStale) (await import('./load-settings.ts')).loadSettings('production');
process.env.NODE_ENV = 'production';
if (isStale) await (await import('./build.ts')).buildIfStale();
await import(new URL('../dist/server/main.js', import.meta.url).href);
