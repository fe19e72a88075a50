import { printSerial, type Serials } from '#verify/serials.ts';

type NamedRow = { serials: Serials | undefined; row: { line: number } };

/** Finds the rows of a file that name units which an earlier line names: for each the earliest such line, and which units they are. */
export function findRepeatedUnits<Row extends NamedRow>(rows: readonly Row[]): { of: Row; reason: string }[] {
  const named = rows.flatMap((of) => (of.serials ? [{ of, line: of.row.line, ...of.serials }] : []));
  type Named = (typeof named)[number];
  const earliest = new Map<Named, Named>();
  for (const one of Map.groupBy(named, ({ registry, numbering }) => `${registry} ${numbering}`).values()) {
    // Those that go on at the place to which the sweep has come, without what an earlier line covers from here on.
    let open: Named[] = [];
    for (const next of one.toSorted((a, b) => a.first - b.first)) {
      open = open.filter(({ last }) => last >= next.first);
      for (const other of open) {
        const [before, after] = other.line < next.line ? [other, next] : [next, other];
        if (before.line < (earliest.get(after)?.line ?? Infinity)) earliest.set(after, before);
      }
      open = open.filter(({ line, last }) => line < next.line || last > next.last);
      if (!open.some(({ line, last }) => line < next.line && last >= next.last)) open.push(next);
    }
  }
  return [...earliest].map(([after, before]) => {
    const { registry, series } = before;
    const both = { registry, series, first: Math.max(before.first, after.first), last: Math.min(before.last, after.last) };
    return { of: after.of, reason: `names units that line ${before.line} names already: ${printSerial(both)}` };
  });
}
