// The site's entry point, built into dist/server/main.js. `npm start` rebuilds if necessary and then loads it. Node's compile cache,
// stored beside the build, halves the start-up time; it must be enabled before anything else is imported.
import { enableCompileCache } from 'node:module';

enableCompileCache('dist/compiled');
const { start } = await import('./process.ts');
await start();
