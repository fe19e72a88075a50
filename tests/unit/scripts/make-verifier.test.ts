import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { verifierFile } from '../../../scripts/make-verifier.ts';

const text = readFileSync(verifierFile, 'utf8');

it('carma-verify.mjs needs nothing but Node', () => {
  const imported = [...text.matchAll(/^import .* from "([^"]+)"|\bimport\(([^)]*)\)/gm)].map(([, name, loaded]) => name ?? loaded);
  expect(new Set(imported.map((name) => name?.split(':')[0]))).toEqual(new Set(['node']));
});

it('carma-verify.mjs uses nothing that Node 20 lacks, as the record page promises', () => {
  const newer =
    /\bgroupBy\(|Promise\.(?:withResolvers|try)\(|\.(?:fromAsync|fromHex|toHex|fromBase64|toBase64|union|intersection|difference|isSubsetOf)\(/;
  // The library of ML-DSA calls it only where it is there.
  expect(text.replace('if (hasHexBuiltin) return bytes.toHex();', '')).not.toMatch(newer);
});
