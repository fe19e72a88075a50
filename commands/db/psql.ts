import { spawn } from 'node:child_process';
import { once } from 'node:events';
import postgres from 'postgres';
import { runPrompt, runStatements } from './prompt.ts';

/**
 * An SQL prompt, or one command's answer: by the system's psql if it has one, else by a small prompt of our own
 * (the embedded PostgreSQL comes without psql).
 * @returns the exit code.
 */
export async function psql(url: string, command?: string): Promise<number> {
  const code = await systemPsql(url, command);
  if (code !== undefined) return code;
  const sql = postgres(url, { max: 1, connect_timeout: 10, onnotice: ({ message }) => console.error(message) });
  try {
    return command === undefined ? await runPrompt(sql) : await runStatements(sql, command);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Its exit code; undefined if there is no psql. The password goes by the environment: options are seen by all users. */
async function systemPsql(url: string, command?: string): Promise<number | undefined> {
  const address = new URL(url);
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
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  } finally {
    process.off('SIGINT', ignore);
  }
}
