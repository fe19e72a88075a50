/** Returns the number of the certificate of an entry. */
export function certificateNumber(entry: number): string {
  return `CR-${String(entry).padStart(6, '0')}`;
}

/**
 * Returns the number of a certificate as the record writes it (`CR-000005`), from any common writing of it: small letters, another
 * dash or a blank, fewer zeros. Undefined for any other text.
 */
export function readCertificateNumber(text: string): string | undefined {
  const [, digits] = /^\s*CR\s?[-\u2010-\u2015]?\s?0*(\d{1,15})\s*$/i.exec(text) ?? [];
  return digits && `CR-${digits.padStart(6, '0')}`;
}
