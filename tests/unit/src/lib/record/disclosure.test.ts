import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { exactShares } from '#src/lib/money/shares.ts';
import {
  correctedCertificates,
  type DisclosedLine,
  disclosureFiles,
  disclosureRows,
  findCertificateNumbers,
  missingFacts,
  splitsOf,
  unconfirmedCertificates,
} from '#src/lib/record/disclosure.ts';
import { disclosureSchemas } from '#src/schemas/disclosure.ts';

const line = (change: Partial<DisclosedLine> = {}): DisclosedLine => ({
  certificate: 'CR-000001',
  entry: 1,
  retiredAt: '2026-11-23T12:00:00.000Z',
  quantity: 100,
  beneficiary: 'Example plc',
  purpose: 'Emissions of 2025',
  isSample: false,
  registry: 'Verra',
  serial: 'S-1 to 100',
  first: 1,
  last: 100,
  vintageStart: '2023-01-01',
  vintageEnd: '2023-12-31',
  unitType: 'Removal - nature',
  project: 'Oak',
  registryId: 'VCS1',
  registryUrl: 'https://registry.example/1',
  country: 'GB',
  location: 'Powys',
  standard: 'VCS',
  methodology: 'VM0047, version 1.0',
  verifier: 'Checks Inc',
  adjustment: 'Not Required',
  confirmed: 0,
  corrections: [],
  ...change,
});
/** A correction of entry 2. */
const corrections: DisclosedLine['corrections'] = [
  {
    index: 9,
    entry: {
      ...{ version: 1, kind: 'correct', time: '2026-11-24T12:00:00.000Z', project: null, quantity: 0, lines: [] },
      ...{ refersTo: 2, correction: 'This retirement is void' },
    },
  },
];
/** Lines with many and with few facts stated. */
const several = [
  line(),
  line({
    certificate: 'CR-000002',
    entry: 2,
    confirmed: 7,
    corrections,
    quantity: 7,
    beneficiary: null,
    purpose: null,
    registryId: null,
    registryUrl: null,
    isSample: true,
  }),
  line({ country: null, location: null, standard: null, methodology: null, verifier: null, adjustment: null, unitType: 'Avoidance' }),
];
const where = { publicUrl: 'https://carma.example', seller: 'Carma' };

describe('shares', () => {
  it('add up to exactly 100 per cent, and are each within a tenth of the exact share', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 40 }), (quantities) => {
        const total = quantities.reduce((sum, quantity) => sum + quantity, 0);
        const shares = exactShares(quantities);
        expect(Math.round(shares.reduce((sum, share) => sum + share * 10, 0))).toBe(total === 0 ? 0 : 1_000);
        for (const [index, share] of shares.entries())
          if (total > 0) expect(Math.abs(share - ((quantities[index] ?? 0) * 100) / total)).toBeLessThan(0.1 + 1e-9);
      }),
    );
  });

  it('of thirds are 33.4, 33.3 and 33.3', () => expect(exactShares([1, 1, 1])).toEqual([33.4, 33.3, 33.3]));
});

describe('a disclosure', () => {
  const lines = [
    line(),
    line({
      certificate: 'CR-000002',
      quantity: 50,
      unitType: 'Reduction - technical',
      country: 'IE',
      standard: 'Gold Standard',
      adjustment: 'Committed',
    }),
    line({ certificate: 'CR-000002', quantity: 50, unitType: 'Removal - technical', country: null, verifier: null, beneficiary: null }),
  ];

  it('breaks the total down as ESRS E1-7 requires, and lists missing facts', () => {
    const splits = Object.fromEntries(
      splitsOf(lines).map(({ split, rows }) => [split, rows.map(({ name, quantity, share }) => [name, quantity, share])]),
    );
    expect(splits).toEqual({
      type: [
        ['Removal, biogenic sinks', 100, 50],
        ['Reduction or avoidance', 50, 25],
        ['Removal, technological sinks', 50, 25],
      ],
      standard: [
        ['VCS', 150, 75],
        ['Gold Standard', 50, 25],
      ],
      union: [
        ['Outside the European Union', 100, 50],
        ['In the European Union', 50, 25],
        ['Not stated', 50, 25],
      ],
      adjustment: [
        ['Not Required', 150, 75],
        ['Committed', 50, 25],
      ],
    });
    expect(missingFacts(lines)).toEqual([
      { fact: 'beneficiary', certificates: ['CR-000002'] },
      { fact: 'country', certificates: ['CR-000002'] },
      { fact: 'verifier', certificates: ['CR-000002'] },
    ]);
  });

  it.each(['cad-trust', 'esrs-e1-7', 'ab-1305'] as const)('has the same columns in every row of %s, and marks samples', (file) => {
    const rows = disclosureRows(file, lines, where);
    for (const row of rows) expect(Object.keys(row)).toEqual(Object.keys(rows[0] ?? {}));
    const sample = disclosureRows(file, [line({ isSample: true })], where);
    if (file !== 'esrs-e1-7') expect(sample[0]).toHaveProperty('sample');
  });

  it('reads pasted certificate numbers, each once', () => {
    expect(findCertificateNumbers('cr-000001, CR-000002\nCR-000001; x CR-12')).toEqual({
      numbers: ['CR-000001', 'CR-000002'],
      tooMany: false,
    });
    expect(
      findCertificateNumbers(Array.from({ length: 60 }, (_, index) => `CR-${String(index).padStart(6, '0')}`).join(' ')),
    ).toMatchObject({
      tooMany: true,
    });
  });
});

describe('a certificate that was corrected', () => {
  const lines = [line({ quantity: 300 }), line({ certificate: 'CR-000002', entry: 2, quantity: 100, corrections })];

  it('is named wherever its tonnes are summed, with the entry that corrects it', () => {
    expect(correctedCertificates(lines)).toEqual([{ certificate: 'CR-000002', entry: 2, quantity: 100, corrections }]);
    const said = 'entry 9: This retirement is void';
    expect(disclosureRows('esrs-e1-7', lines, where)).toContainEqual({
      ...{ split: 'in the total, but corrected', name: `CR-000002, ${said}`, tCO2e: 100, percent: 25 },
    });
    for (const file of ['cad-trust', 'ab-1305'] as const)
      expect(disclosureRows(file, lines, where).map((row) => row.corrections)).toEqual(['', said]);
    expect(disclosureRows('cad-trust', [line()], where)[0]).not.toHaveProperty('corrections');
  });

  it('lists certificates of which tonnes are not confirmed at their registry', () => {
    const some = [
      line({ confirmed: 100 }),
      line({ certificate: 'CR-000002', confirmed: 30 }),
      line({ certificate: 'CR-000002', confirmed: 100 }),
    ];
    expect(unconfirmedCertificates(some)).toEqual([{ certificate: 'CR-000002', quantity: 200, open: 70 }]);
  });
});

describe.each(disclosureFiles)('the export %s', (file) => {
  const accepts = new Ajv({ strict: false, formats: { 'date-time': true } }).compile(
    z.toJSONSchema(disclosureSchemas[file], { target: 'draft-7' }),
  );

  it('matches its JSON Schema, with many and with few facts stated', () => {
    expect(accepts(disclosureRows(file, several, where)), JSON.stringify(accepts.errors)).toBe(true);
  });

  it('has a description for every column, and no other columns', () => {
    const { properties } = z.toJSONSchema(disclosureSchemas[file].element) as {
      properties: Record<string, { description?: string; const?: unknown }>;
    };
    const columns = new Set(disclosureRows(file, several, where).flatMap((row) => Object.keys(row)));
    expect(Object.keys(properties).toSorted()).toEqual([...columns].toSorted());
    expect(Object.values(properties).every((one) => one.description || one.const)).toBe(true);
  });
});
