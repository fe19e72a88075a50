// Uses the embedded server from a separate process, as the site does. Prints its addresses as a line of JSON and runs until SIGTERM.
// Usage: node tests/support/embedded-user.ts <data directory>
import { quiet } from '#db/connection.ts';
import { startEmbeddedPostgres } from '#db/embedded.ts';

const { url, ownerUrl, reused, stop } = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log: quiet });
console.log(JSON.stringify({ url, ownerUrl, reused }));
process.on('SIGTERM', () => void stop().then(() => process.exit(0)));
setInterval(() => {}, 60_000);
