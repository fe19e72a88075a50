// `npm run build`: builds the site into `dist`, also if the build there is newer than the sources.
import { rmSync } from 'node:fs';
import { buildIfStale } from './build.ts';
import { stampFile } from './freshness.ts';
import { loadSettings } from './load-settings.ts';

loadSettings('production');
rmSync(stampFile, { force: true });
await buildIfStale();
