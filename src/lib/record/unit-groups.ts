import type { certificate } from '#src/content/record/index.ts';
import { unitTypeName, vintageOf } from '#src/lib/projects/facts.ts';
import type { RecordLine } from '#src/schemas/record.ts';
import { fill } from '../text/fill.ts';
import { formatCount } from '../text/numbers.ts';

type Group = { vintage: string; type: string; quantity: number };

/** Returns units (tCO2e) by vintage and type, in the order of the vintages. */
export function groupUnits(lines: readonly RecordLine[]): Group[] {
  const groups = new Map<string, Group>();
  for (const line of lines) {
    const [vintage, type] = [vintageOf(line), unitTypeName(line.unitType)];
    const quantity = (groups.get(`${vintage} ${type}`)?.quantity ?? 0) + line.quantity;
    groups.set(`${vintage} ${type}`, { vintage, type, quantity });
  }
  return [...groups.values()].sort((a, b) => a.vintage.localeCompare(b.vintage) || a.type.localeCompare(b.type));
}

/** Describes units by vintage and type, with quantities if there are several groups. */
export function describeUnits(lines: readonly RecordLine[], { oneGroup, group }: (typeof certificate)['units']): string[] {
  const groups = groupUnits(lines);
  return groups.map(({ vintage, type, quantity }) =>
    fill(groups.length === 1 ? oneGroup : group, { vintage, type, quantity: formatCount(quantity) }),
  );
}
