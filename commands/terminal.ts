import { visible } from '#src/lib/text/visible.ts';

type Output = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/** Makes text that others wrote harmless on a terminal: a name could move the cursor, rename the window or answer as the keyboard. */
export function guardTerminal(stream: Output): void {
  if (!stream.isTTY) return;
  const write = stream.write.bind(stream) as (chunk: unknown, ...rest: unknown[]) => boolean;
  stream.write = (chunk: unknown, ...rest: unknown[]) => write(typeof chunk === 'string' ? visible(chunk) : chunk, ...rest);
}
