import path from 'node:path';
import { placeOf } from './layout.ts';
import { program } from './packages.ts';
import { run } from './processes.ts';

/** Runs a pgBackRest command on the primary. @returns its output. */
export function pgBackRest(node: string, ...args: string[]): string {
  const config = `--config=${path.join(placeOf(node), 'pgbackrest.conf')}`;
  return run({ node, program: program('pgbackrest'), args: [config, '--stanza=carma', ...args] });
}
