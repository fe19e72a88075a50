// The process of the site, built into dist/server/main.js: `npm start` builds what is stale and then loads that. Compiled code
// is kept beside the build, which halves the time of a start: so nothing is imported before Node has been told.
import { enableCompileCache } from 'node:module';

enableCompileCache('dist/compiled');
const { start } = await import('#server/process.ts');
await start();
