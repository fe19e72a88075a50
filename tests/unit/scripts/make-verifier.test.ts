import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { verifierFile } from '../../../scripts/make-verifier.ts';

const text = readFileSync(verifierFile, 'utf8');

it('carma-verify.mjs needs nothing but Node', () => {
  const imports = text.matchAll(/^(?:import|export) (?:.* from )?["'](.+?)["']|\bimport\(["']?(.+?)["']?\)/gm);
  const imported = [...imports].map(([, name, loaded]) => name ?? loaded);
  expect(new Set(imported.map((name) => name?.split(':')[0]))).toEqual(new Set(['node']));
});
