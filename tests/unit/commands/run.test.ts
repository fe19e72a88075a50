import { expect, it, onTestFinished, vi } from 'vitest';
import { confirm, guardTerminal, pairsOf } from '#commands/run.ts';

const question = vi.fn();
vi.mock('node:readline/promises', () => ({ createInterface: () => ({ question, close: () => {} }) }));

function written(isTTY: boolean, chunk: string | Uint8Array): unknown[] {
  const write = vi.fn((_chunk: unknown) => true);
  const stream = { isTTY, write };
  guardTerminal(stream);
  stream.write(chunk);
  return write.mock.calls.flat();
}

it('a command shows the escapes in a text on a terminal, and JSON still holds the same values', () => {
  const name = 'Ada\u001b[2J\u009b31m';
  expect(written(true, `${name}\n`)).toEqual(['Ada\\u001b[2J\\u009b31m\n']);
  const [json] = written(true, JSON.stringify({ name }));
  expect(String(json)).not.toMatch(/\p{Cc}/u);
  expect(JSON.parse(String(json))).toEqual({ name });
});

it('a command leaves a file or a pipe, and bytes, as they are', () => {
  expect(written(false, '\u001b[2J')).toEqual(['\u001b[2J']);
  expect(written(true, Uint8Array.of(0x1b))).toEqual([Uint8Array.of(0x1b)]);
});

it.each([
  ['is done', ['y', 'Yes', ' YES ']],
  ['Nothing was changed.', ['', ' ', 'n', 'no', 'yes, but', 'maybe', new Error('Aborted with Ctrl+C')]],
] as const)('a command that asks a person says "%s" after the answers %j', async (done, answers) => {
  vi.spyOn(process, 'stdin', 'get').mockReturnValue({ isTTY: true } as never);
  onTestFinished(() => void vi.restoreAllMocks());
  for (const answer of answers) {
    question.mockReturnValue(answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer));
    const ended = confirm('This deletes it.', { isIt: 'meant', option: '--yes' }).then(
      () => 'is done',
      (error: Error) => error.message,
    );
    expect(await ended, String(answer)).toBe(done);
  }
});

it('a command takes a field or a column once, and splits a mapping at its last equals sign', () => {
  expect(pairsOf(['a=b=c = d'], 'COLUMN=FIELD')).toEqual({ 'a=b=c': 'd' });
  expect(() => pairsOf(['quantity=5', 'quantity=50'])).toThrow('"quantity" is given twice');
  expect(() => pairsOf(['nonsense'], 'COLUMN=FIELD')).toThrow('Write COLUMN=FIELD');
});
