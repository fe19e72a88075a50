// npm run verifier: bundles scripts/verifier into public/carma-verify.mjs, a single file without dependencies.
import { rolldown } from 'rolldown';

/** Returns the source of carma-verify.mjs. */
export async function verifierText(): Promise<string> {
  const bundle = await rolldown({
    input: 'scripts/verifier/carma-verify.ts',
    platform: 'node',
    external: [/^node:/],
    resolve: { alias: { '#src': `${process.cwd()}/src` } },
  });
  const { output } = await bundle.generate({
    format: 'esm',
    // One file, whatever is loaded on demand.
    codeSplitting: false,
    banner: '// Checks certificates and the log of the record, without us. Source: src/lib/record-log.',
  });
  await bundle.close();
  return output[0].code;
}

if (process.argv[1]?.endsWith('make-verifier.ts')) {
  const { writeFile } = await import('node:fs/promises');
  await writeFile('public/carma-verify.mjs', await verifierText());
}
