import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { verifierText } from '../../../scripts/make-verifier.ts';

it('public/carma-verify.mjs matches its sources (otherwise run npm run verifier) and needs nothing but Node', async () => {
  const text = await verifierText();
  expect(readFileSync('public/carma-verify.mjs', 'utf8')).toBe(text);
  const imported = [...text.matchAll(/^import .* from "([^"]+)"|\bimport\(([^)]*)\)/gm)].map(([, name, loaded]) => name ?? loaded);
  expect(imported.every((name) => name?.startsWith('node:'))).toBe(true);
});

it('uses nothing that Node 20 lacks, as the record page promises', () => {
  const newer =
    /\bgroupBy\(|Promise\.(?:withResolvers|try)\(|\.(?:fromAsync|fromHex|toHex|fromBase64|toBase64|union|intersection|difference|isSubsetOf)\(/;
  // The library of ML-DSA looks first whether there is one.
  const text = readFileSync('public/carma-verify.mjs', 'utf8').replace('if (hasHexBuiltin) return bytes.toHex();', '');
  expect(text).not.toMatch(newer);
});
