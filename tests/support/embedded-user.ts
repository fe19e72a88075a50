// A process that uses the embedded server as the site does. Says its address in a line of JSON, and leaves on SIGTERM.
// Usage: node tests/support/embedded-user.ts <data directory>
import { startEmbeddedPostgres } from '#db/embedded.ts';

const log = { info: () => {}, warn: () => {}, error: () => {} };
const { url, port, reused, stop } = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log, port: 0 });
console.log(JSON.stringify({ url, port, reused }));
process.on('SIGTERM', () => void stop().then(() => process.exit(0)));
setInterval(() => {}, 60_000);
