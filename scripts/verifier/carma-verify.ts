// The source of carma-verify.mjs, which checks a certificate or an entry offline, and follows the log. It needs Node 20 and nothing else.
import { run } from './run.ts';

process.exitCode = await run(process.argv.slice(2));
