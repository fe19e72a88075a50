import { isUtf8 } from 'node:buffer';
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv as parseLines } from 'node:util';
import { closestName } from './closest-name.ts';
import { settingNames } from './env.ts';

/**
 * Adds the settings in a `.env` file, if it exists, to the environment, whose own values win. Every command, and every script that starts
 * or builds the site, reads it; the built site does not.
 * @throws as `readEnvFile` does.
 */
export function loadEnvFile(file = '.env'): void {
  if (!existsSync(file)) return;
  for (const [name, value] of Object.entries(readEnvFile(readFileSync(file), file))) process.env[name] ??= value;
}

/**
 * Returns the settings in the content of a `.env` file. A misspelt name is an error, because the site would silently do without
 * that setting, and without DATABASE_URL start a database of its own.
 * @throws Error that says what is wrong, with a line for each name or line. It contains no values, which may be secrets.
 */
export function readEnvFile(content: Buffer, file: string): Record<string, string> {
  // Half of the bytes of a name in UTF-16, which Windows calls Unicode, are 0.
  if (!isUtf8(content) || content.includes(0)) throw new Error(`${file} is not in UTF-8. Save it as UTF-8.`);
  // After an equals sign with blanks behind it, Node's parser takes the next line for the value.
  const text = new TextDecoder()
    .decode(content)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/=[ \t]+$/gm, '=');
  const settings = parseLines(text) as Record<string, string>;
  const wrong = [
    ...faultsIn(text, Object.values(settings)),
    ...Object.keys(settings)
      .filter((name) => namePattern.test(name) && !settingNames.includes(name))
      .map(describeUnknown),
  ];
  if (wrong.length > 0) throw new Error(`${file} is wrong (see .env.example):\n${wrong.map((line) => `  ${line}`).join('\n')}`);
  return settings;
}

/** A line with another name is one of the stray lines. */
const namePattern = /^[A-Za-z_]\w*$/;
/** A line that is empty, a comment, or the beginning of a setting. Of `export` with a tab, the parser makes a part of the name. */
const wellFormedLine = /^[ \t]*(?:$|#|(?:export +)?[A-Za-z_]\w*[ \t]*=)/;

/** A setting whose value is not in quotes, and which the parser would cut off at a # within it, as if a comment began there. */
const cutLine = /^[ \t]*(?:export +)?\w+[ \t]*=[ \t]*(?:[^\s"'`#][^#]*)?(?<!\s)#/;

/** Says what is wrong with lines that the parser would skip or cut off. Comments and parts of values of several lines are right. */
function faultsIn(text: string, values: string[]): string[] {
  const ofValues = values.filter((value) => value.includes('\n')).flatMap((value) => value.split('\n'));
  const isOfValue = (line: string) => [line, line.replace(/["'`][ \t]*(?:#.*)?$/, '')].some((part) => ofValues.includes(part));
  const faultOf = (line: string) =>
    wellFormedLine.test(line) ? cutLine.test(line) && 'has a # within its value: put the value in quotes' : 'is not NAME=value';
  return text.split('\n').flatMap((line, index) => (faultOf(line) && !isOfValue(line) ? `line ${index + 1}: ${faultOf(line)}` : []));
}

function describeUnknown(name: string): string {
  const meant = closestName(name, settingNames);
  return `${name}: unknown${meant ? `; did you mean ${meant}?` : '. Variables of other programs belong in the environment'}`;
}
