// Fills the compile cache in `dist/compiled`, so that even the first start after a build is fast. V8 caches only functions
// that have run, so this renders a page. nodemailer is not needed before the first mail, and so no part of what `process` imports.
import { enableCompileCache } from 'node:module';

enableCompileCache('dist/compiled');
const built = (name: string) => new URL(`../dist/server/${name}.js`, import.meta.url).href;
await Promise.all([built('process'), 'nodemailer'].map((name) => import(name)));
// This page needs no database.
await (await import(built('index'))).unstable_serverEntry.render('/contact');
process.exit(0);
