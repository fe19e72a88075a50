// Part of `npm run lint`: rejects what can take more than linear time, because its input is untrusted: regular expressions, and
// `normalize`, which only `normalised` (verify/text.ts) may call.
// Biome has no such rule; `scslre` is the analyser behind eslint-plugin-regexp.
import { globSync, readFileSync } from 'node:fs';
import { analyse } from 'scslre';
import { parseSync } from 'vite';

/** These read only trusted texts: the site's own articles and legal pages. */
const trustedInput = ['shared/lib/text/prose-html.ts'];

/** Where `normalised` is: in the checker, which imports nothing of the site. */
const normaliser = 'verify/text.ts';

const checked = globSync('{server,src,shared,verify,db,commands,scripts}/**/*.{ts,tsx}').filter((file) => !trustedInput.includes(file));
/** What else is wrong, with its place. */
const wrong: string[] = [];
const expressions = checked.flatMap(regularExpressionsOf);
const slow = expressions.filter(({ pattern, flags }) => analyse({ source: pattern, flags }).reports.length > 0);
for (const { file, line, pattern, flags } of slow) console.error(`${file}:${line} can take more than linear time: /${pattern}/${flags}`);
for (const text of wrong) console.error(text);
console.error(`Checked ${expressions.length} regular expressions. ${slow.length} of them can take more than linear time.`);
process.exitCode = slow.length + wrong.length > 0 ? 1 : 0;

/** Returns the regular expressions of a file, and notes in `wrong` what else is wrong there. */
function regularExpressionsOf(file: string): { file: string; line: number; pattern: string; flags: string }[] {
  const source = readFileSync(file, 'utf8');
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed`, { cause: errors[0] });
  const found: ReturnType<typeof regularExpressionsOf> = [];
  visit(program);
  return found;

  function visit(node: unknown): void {
    if (typeof node !== 'object' || node === null) return;
    const { type, regex, start, callee } = node as {
      type?: string;
      regex?: { pattern: string; flags: string };
      start?: number;
      callee?: { name?: string; property?: { name?: string } };
    };
    const line = () => source.slice(0, start).split('\n').length;
    if (type === 'Literal' && regex) found.push({ file, line: line(), ...regex });
    if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp')
      wrong.push(`${file}:${line()} builds its pattern at run time, so its running time cannot be checked: write a literal`);
    if (callee?.property?.name === 'normalize' && file !== normaliser)
      wrong.push(`${file}:${line()} calls normalize, which is quadratic in combining marks: call normalised of verify/text.ts`);
    for (const child of Object.values(node)) visit(child);
  }
}
