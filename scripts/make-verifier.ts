import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { rolldown } from 'rolldown';

/** The program that people download: made by each build, by development and by the tests, and not committed. */
export const verifierFile = 'public/carma-verify.mjs';

/** Bundles verify/ into `verifierFile`, a single file without dependencies. Leaves one that is up to date as it is. */
export async function makeVerifier(): Promise<void> {
  const bundle = await rolldown({ input: 'verify/carma-verify.ts', platform: 'node', external: [/^node:/] });
  const { output } = await bundle.generate({
    format: 'esm',
    // One file, whatever is loaded on demand.
    codeSplitting: false,
    banner: '// Checks certificates and the log of the record, without us. Source: verify/.',
  });
  await bundle.close();
  const text = output[0].code;
  // A new date of the file would make the build count as out of date.
  const isMade = existsSync(verifierFile) && readFileSync(verifierFile, 'utf8') === text;
  if (!isMade) writeFileSync(verifierFile, text);
}
