// `npm start`: builds when the build is missing or older than the sources, then becomes the site's process.
import { existsSync } from 'node:fs';
import { buildIfStale } from './build.ts';

if (existsSync('.env')) process.loadEnvFile('.env');
process.env.NODE_ENV ||= 'production';
await buildIfStale();
await import('#server/main.ts');
