import { execFile } from 'node:child_process';
import { format, promisify } from 'node:util';
import { expect, vi } from 'vitest';

export type Outcome = { code: number; stdout: string; stderr: string };

const commands = {
  catalogue: () => import('#commands/catalogue.ts'),
  db: () => import('#commands/db.ts'),
  messages: () => import('#commands/messages.ts'),
  record: () => import('#commands/record.ts'),
  webhooks: () => import('#commands/webhooks.ts'),
};

/**
 * Runs a command with these words and settings in this process, whose modules it loads anew, as a start of its own would. That takes a
 * fraction of what a process takes, but only one can run at a time. Returns its exit code and what it printed,
 * without its log, which `startCommand` has.
 */
export async function runHere(name: keyof typeof commands, words: string[], settings: Record<string, string> = {}): Promise<Outcome> {
  const printed = { stdout: '', stderr: '' };
  const before = { env: { ...process.env }, argv: process.argv, exitCode: process.exitCode };
  const listenersOf = () => [
    ...(['SIGINT', 'SIGTERM'] as const).flatMap((signal) =>
      process.rawListeners(signal).map((listener) => [process, signal, listener] as const),
    ),
    ...process.stdout.rawListeners('error').map((listener) => [process.stdout, 'error', listener] as const),
  ];
  const listeners = new Set(listenersOf().map(([, , listener]) => listener));
  const print = (stream: 'stdout' | 'stderr', text: string) => {
    printed[stream] += text;
    return true;
  };
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((...parts) => void print('stdout', `${format(...parts)}\n`)),
    vi.spyOn(console, 'error').mockImplementation((...parts) => void print('stderr', `${format(...parts)}\n`)),
    vi.spyOn(process.stdout, 'write').mockImplementation((chunk, written?: unknown) => {
      if (typeof written === 'function') written();
      return print('stdout', String(chunk));
    }),
  ];
  Object.assign(process.env, settings);
  Object.assign(process, { argv: [...process.argv.slice(0, 2), ...words], exitCode: undefined });
  try {
    vi.resetModules();
    await commands[name]();
    return { code: Number(process.exitCode ?? 0), ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
    for (const [emitter, event, listener] of listenersOf())
      if (!listeners.has(listener)) emitter.removeListener(event, listener as () => void);
    for (const key of Object.keys(process.env)) if (!(key in before.env)) delete process.env[key];
    Object.assign(process.env, before.env);
    Object.assign(process, { argv: before.argv, exitCode: before.exitCode });
  }
}

/** Expects that a command ends with this code (if not, the failure shows its stderr) and says this. Returns all that it printed. */
export async function expectRun(outcome: Promise<Outcome>, expected: number, said: string | RegExp = ''): Promise<string> {
  const { code, stdout, stderr } = await outcome;
  expect({ code, said: code === expected ? '' : stderr }).toEqual({ code: expected, said: '' });
  expect(stdout + stderr).toMatch(said);
  return stdout + stderr;
}

/** Runs a command as a process of its own. */
export function startCommand(name: keyof typeof commands, words: string[], settings: Record<string, string> = {}): Promise<Outcome> {
  const options = { env: { ...process.env, ...settings }, timeout: 60_000 };
  return promisify(execFile)(process.execPath, [`commands/${name}.ts`, ...words], options).then(
    (printed) => ({ code: 0, ...printed }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}
