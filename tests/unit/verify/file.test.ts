import { expect, it } from 'vitest';
import { readCertificateNumber } from '#verify/file.ts';

const writings = ['cr-5', 'CR5', 'cr 000005', ' CR–5 ', 'CR\u00ad-5', 'ＣＲ－５', 'cr_005'];
it.each(writings)('the number of a certificate is read from %j', (text) => {
  expect(readCertificateNumber(text)).toBe('CR-000005');
});

it.each(['5', 'CR-', 'CR-5a', 'XCR-5', 'CR-5-6', 'CR-1234567890123456'])('the number of a certificate is not read from %j', (text) => {
  expect(readCertificateNumber(text)).toBeUndefined();
});
