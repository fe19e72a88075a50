import { describe, expect, it } from 'vitest';
import { type LabelColumn, parseLabels, parseRatings } from '#server/domain/projects/import/label-cells.ts';
import { statementsCell } from '#src/lib/projects/labels.ts';

const defaults = { source: 'Register', day: '2026-03-31' };
const nothing = { source: null, day: null };

/** The labels of a cell as a file of ours has them, or the reason why they are refused. */
function read(column: LabelColumn, cell: string): string {
  const parsed = parseLabels(column, cell, defaults);
  return 'reason' in parsed ? parsed.reason : statementsCell(parsed.value);
}

describe('labels', () => {
  it.each<[LabelColumn, string, string]>([
    ['labels', 'ccp labelled', 'CCP-labelled (Register, 2026-03-31)'],
    ['labels', 'SDG 13 (ICAO, Montreal, 31/12/2025)', 'SDG 13 (ICAO, Montreal, 2025-12-31)'],
    ['labels', 'SDG 13 (2025-12-31)', 'SDG 13 (Register, 2025-12-31)'],
    ['ccp', 'labelled 2021-2023', 'CCP-labelled, vintages 2021-2023 (Register, 2026-03-31)'],
    ['ccp', 'eligible', 'CCP-eligible programme (Register, 2026-03-31)'],
    ['ccp', 'no', ''],
    ['corsia', '2024–2026, vintage 2022', 'CORSIA 2024-2026, vintage 2022 (Register, 2026-03-31)'],
    ['corsia', 'first phase', 'CORSIA 2024-2026 (Register, 2026-03-31)'],
    ['article6', 'authorized', 'Article 6 authorised (Register, 2026-03-31)'],
    ['correspondingAdjustment', 'Not Required', 'Corresponding adjustment not required (Register, 2026-03-31)'],
    ['sdgs', 'Goal 13: Climate Action; Goal 9: Industry, Innovation', 'SDG 13 (Register, 2026-03-31); SDG 9 (Register, 2026-03-31)'],
  ])('in the column %s: %j', (column, cell, expected) => {
    expect(read(column, cell)).toBe(expected);
  });

  it.each<[LabelColumn, string, string]>([
    ['ccp', 'yes', '"CCP-labelled" if the credits carry the label, "CCP-eligible programme" if only'],
    ['corsia', 'yes', 'for which compliance period'],
    ['corsia', '2025', 'for which compliance period'],
    ['article6', 'yes', 'does not say what is stated'],
    ['labels', 'CCP-labelled 2023-2021', 'no range of years'],
    ['labels', 'CCB Gold', 'is not a known label'],
    ['labels', 'SDG 13 (Register', 'is not a list'],
    ['sdgs', '13.2', 'goals from 1 to 17: 13.2'],
    ['sdgs', 'Climate action', 'goals from 1 to 17'],
  ])('that can be read in two ways or none are refused: %s %j', (column, cell, reason) => {
    expect(read(column, cell)).toContain(reason);
  });

  it('without a source and a date are refused', () => {
    expect(parseLabels('labels', 'SDG 13', nothing)).toMatchObject({ reason: expect.stringContaining('has no source') });
    expect(parseLabels('labels', 'SDG 13 (Register)', nothing)).toMatchObject({ reason: expect.stringContaining('has no date') });
  });
});

describe('ratings', () => {
  it('are read as the agency writes them, several at a time', () => {
    expect(parseRatings('AA (BeZero Carbon, 2026-03-31); 4 (Sylvera, 2026-01-15)', nothing)).toEqual({
      value: [
        { rating: 'AA', agency: 'BeZero Carbon', date: '2026-03-31' },
        { rating: '4', agency: 'Sylvera', date: '2026-01-15' },
      ],
    });
  });

  it('without an agency or a date are refused', () => {
    expect(parseRatings('AA', nothing)).toMatchObject({ reason: expect.stringContaining('has no agency') });
    expect(parseRatings('AA (BeZero Carbon)', nothing)).toMatchObject({ reason: expect.stringContaining('has no date') });
  });
});
