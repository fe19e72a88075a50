// `npm run build`: builds the site into `dist`, also if the build there is newer than the sources.
import { build } from './build.ts';
import { loadSettings } from './load-settings.ts';

loadSettings('production');
await build();
