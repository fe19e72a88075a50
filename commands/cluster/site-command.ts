import path from 'node:path';
import { settingsOf } from './files.ts';
import { release } from './layout.ts';
import { run } from './processes.ts';

/** Runs one of the site's commands, such as `record.ts`, with the settings of an instance. @returns its output. @throws Error when it fails. */
export function siteCommand(site: string, command: string, ...args: string[]): string {
  const program = path.join(release, 'node_modules/.bin/node');
  return run({ node: site, program, args: [`commands/${command}`, ...args], env: settingsOf(site), cwd: 'release' });
}
