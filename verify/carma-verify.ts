// The source of carma-verify.mjs, which checks a certificate or an entry offline, and follows the log. It needs Node 20 and nothing else.
import { run } from './program.ts';

// A reader such as `head` may close the pipe early: what was asked for is done all the same, and the exit code says how it ended.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = await run(process.argv.slice(2));
