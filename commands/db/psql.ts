import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * An SQL prompt, or one command's answer, by the system's psql.
 * @returns its exit code; 127 where there is none (the embedded PostgreSQL comes without).
 */
export async function psql(url: string, command?: string): Promise<number> {
  const address = new URL(url);
  // Options are seen by all users of a machine.
  const password = decodeURIComponent(address.password);
  address.password = '';
  const child = spawn('psql', [address.href, ...(command === undefined ? [] : ['-c', command])], {
    stdio: 'inherit',
    env: { ...process.env, ...(password && { PGPASSWORD: password }) },
  });
  // Ctrl-C is psql's, to end a statement. The database must be left in order after it.
  const ignore = () => {};
  process.on('SIGINT', ignore);
  try {
    const [code] = await once(child, 'close');
    return code ?? 1;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    console.error('There is no psql on this machine. Install it (Debian: apt-get install postgresql-client), and run this again.');
    return 127;
  } finally {
    process.off('SIGINT', ignore);
  }
}
