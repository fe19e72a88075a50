// Compiles what a start of the site needs into `dist/compiled`, so that also the first start after a build is quick. What
// counts is which functions have run: so it renders a page.
import { enableCompileCache } from 'node:module';

enableCompileCache('dist/compiled');
const built = (name: string) => new URL(`../dist/server/${name}.js`, import.meta.url).href;
await Promise.all([built('run'), 'pg-boss', 'nodemailer'].map((name) => import(name)));
// One that needs no database.
await (await import(built('index'))).unstable_serverEntry.render('/contact');
process.exit(0);
