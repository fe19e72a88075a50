import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Opens an SQL prompt, or runs one command, with the system's psql.
 * @returns its exit code; 127 if psql is not installed (the embedded PostgreSQL does not include it).
 */
export async function psql(url: string, command?: string): Promise<number> {
  const address = new URL(url);
  // Every user of the machine can see a command's arguments.
  const password = decodeURIComponent(address.password);
  address.password = '';
  const child = spawn('psql', [address.href, ...(command === undefined ? [] : ['-c', command])], {
    stdio: 'inherit',
    env: { ...process.env, ...(password && { PGPASSWORD: password }) },
  });
  // Ctrl-C is for psql, to cancel a statement. This process has to stay, to release the database afterwards.
  const ignore = () => {};
  process.on('SIGINT', ignore);
  try {
    const [code] = await once(child, 'close');
    return code ?? 1;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    console.error('psql is not installed. Install it (Debian: apt-get install postgresql-client), and run this again.');
    return 127;
  } finally {
    process.off('SIGINT', ignore);
  }
}
