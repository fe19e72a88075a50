import { createInterface } from 'node:readline/promises';
import { SingleBar } from 'cli-progress';
import { visible } from '#verify/words.ts';

type Output = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/** Makes text that others wrote harmless on a terminal: a name could move the cursor, rename the window or answer as the keyboard. */
export function guardTerminal(stream: Output): void {
  if (!stream.isTTY) return;
  const write = stream.write.bind(stream) as (chunk: unknown, ...rest: unknown[]) => boolean;
  stream.write = (chunk: unknown, ...rest: unknown[]) => write(typeof chunk === 'string' ? visible(chunk) : chunk, ...rest);
}

/** Asks a person at the terminal a question, and returns whether the answer is yes. */
export async function ask(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${question} [y/N] `).finally(() => terminal.close());
  return /^y(?:es)?$/i.test(answer.trim());
}

/** Runs an import while a bar on the terminal shows how much of it is done. */
export async function withBar<Result>(work: (progress: (done: number, total: number) => void) => Promise<Result>): Promise<Result> {
  const bar = process.stderr.isTTY
    ? new SingleBar({ format: 'Importing [{bar}] {percentage}%', clearOnComplete: true, stream: process.stderr })
    : undefined;
  bar?.start(1, 0);
  try {
    return await work((done, total) => {
      bar?.setTotal(total);
      bar?.update(done);
    });
  } finally {
    bar?.stop();
  }
}
