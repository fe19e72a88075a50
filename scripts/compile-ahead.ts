// Compiles what a start of the site needs into `dist/compiled`, so that also the first start after a build is quick. What
// counts is which functions have run: so it renders a page.
import { enableCompileCache } from 'node:module';

enableCompileCache('dist/compiled');
await Promise.all(['#server/run.ts', 'pg-boss', 'nodemailer'].map((name) => import(name)));
const built = new URL('../dist/server/index.js', import.meta.url).href;
await (await import(built)).unstable_serverEntry.warmUp();
process.exit(0);
