/** A series of units as a registry numbers them: every unit has the series and a number from `first` to `last`. */
export type Serials = { series: string; first: number; last: number };

/**
 * Reads a serial as registries' public exports write it:
 * - Verra: `19385-941467007-941467431-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-1`, numbers second and third;
 * - Gold Standard: `GS1-1-UG-GS11236-16-2024-30307-1-19149`, numbers last;
 * - ACR, CAR, ART: `ACR-FR-1129-2025-2917-30932 to 35143`, numbers after the last hyphen.
 * @returns undefined for any other form: then series, first and last are given apart.
 */
export function readSerial(text: string): Serials | undefined {
  const serial = text.trim().replace(/\s+/g, ' ');
  if (serial.length > 1_000) return undefined;
  const worded = /^(\S+)-(\d+) to (\d+)$/.exec(serial);
  if (worded) return serialsOf(worded[1], worded[2], worded[3]);
  const parts = serial.split('-');
  if (parts.length >= 10 && parts.includes('VCS')) return serialsOf([parts[0], ...parts.slice(3)].join('-'), parts[1], parts[2]);
  if (parts.length >= 7 && /^GS\d*$/.test(parts[0] ?? '')) return serialsOf(parts.slice(0, -2).join('-'), parts.at(-2), parts.at(-1));
  return undefined;
}

/** The registry that writes serials in this form; undefined for any other. */
export function registryOf(serial: string): string | undefined {
  const text = serial.trim();
  if (/-(?:VCS|VCU)-/.test(text)) return 'Verra';
  if (/^GS\d*-/.test(text)) return 'Gold Standard';
  if (/^CDC_/.test(text)) return 'Cercarbono';
  return /^(ACR|CAR)-/.exec(text)?.[1];
}

/** How many units a range has. */
export function quantityOf({ first, last }: Pick<Serials, 'first' | 'last'>): number {
  return last - first + 1;
}

function serialsOf(series = '', first = '', last = ''): Serials | undefined {
  if (!/^\d{1,15}$/.test(first) || !/^\d{1,15}$/.test(last) || series === '') return undefined;
  const [from, to] = [Number(first), Number(last)];
  return from <= to ? { series, first: from, last: to } : undefined;
}
