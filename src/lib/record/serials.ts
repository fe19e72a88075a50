/** A range of units as a registry numbers them: all share the series, and are numbered from `first` to `last`, both included. */
export type Serials = { series: string; first: number; last: number };

/** The registry of the sample projects, which is as invented as they are. */
export const sampleRegistry = 'Sample registry';

/**
 * Parses a serial in the formats of the registries' public exports:
 * - Verra: `19385-941467007-941467431-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-1`, numbers second and third;
 * - Gold Standard: `GS1-1-UG-GS11236-16-2024-30307-1-19149`, numbers last;
 * - ACR, CAR, ART: `ACR-FR-1129-2025-2917-30932 to 35143`, numbers after the last hyphen;
 * - the registry of our sample projects: `SAMPLE-0010-2024-1 to 1133`, likewise.
 * @returns undefined for any other format; series, first and last must then be given separately.
 */
export function readSerial(text: string): Serials | undefined {
  const serial = text.trim().replace(/\s+/g, ' ');
  if (serial.length > 1_000) return undefined;
  const firstToLast = /^(\S+)-(\d+) to (\d+)$/.exec(serial);
  if (firstToLast) return serialsOf(firstToLast[1], firstToLast[2], firstToLast[3]);
  const parts = serial.split('-');
  if (parts.length >= 10 && parts.includes('VCS')) return serialsOf([parts[0], ...parts.slice(3)].join('-'), parts[1], parts[2]);
  if (parts.length >= 7 && /^GS\d*$/.test(parts[0] ?? '')) return serialsOf(parts.slice(0, -2).join('-'), parts.at(-2), parts.at(-1));
  return undefined;
}

/** Returns the registry that uses a serial's format; undefined if unknown. */
export function registryOf(serial: string): string | undefined {
  const text = serial.trim();
  if (/-(?:VCS|VCU)-/.test(text)) return 'Verra';
  if (/^GS\d*-/.test(text)) return 'Gold Standard';
  if (/^CDC_/.test(text)) return 'Cercarbono';
  if (/^SAMPLE-\d{4}-/.test(text)) return sampleRegistry;
  return /^(ACR|CAR)-/.exec(text)?.[1];
}

/** Counts the units in a range. */
export function quantityOf({ first, last }: Pick<Serials, 'first' | 'last'>): number {
  return last - first + 1;
}

function serialsOf(series = '', first = '', last = ''): Serials | undefined {
  if (!/^\d{1,15}$/.test(first) || !/^\d{1,15}$/.test(last) || series === '') return undefined;
  const [from, to] = [Number(first), Number(last)];
  return from <= to ? { series, first: from, last: to } : undefined;
}
