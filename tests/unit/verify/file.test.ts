import { expect, it } from 'vitest';
import { findCertificateNumbers, readCertificateNumber } from '#verify/file.ts';

it.each(['cr-5', 'CR5', 'cr 000005', ' CR–5 ', 'CR\u00ad-5', 'ＣＲ－５', 'cr_005'])(
  'the number of a certificate is read from %j',
  (text) => {
    expect(readCertificateNumber(text)).toBe('CR-000005');
  },
);

it.each(['5', 'CR-', 'CR-5a', 'XCR-5', 'CR-5-6', 'CR-1234567890123456'])('the number of a certificate is not read from %j', (text) => {
  expect(readCertificateNumber(text)).toBeUndefined();
});

it('the number of a certificate is found in pasted text, once, and what else is there is listed', () => {
  const pasted = 'cr-000001, CR 2\nCR-000001; x CR-12a, https://carma.example/certificates/CR-000007.json 000008 CR3;CR–4';
  const numbers = ['CR-000001', 'CR-000002', 'CR-000007', 'CR-000003', 'CR-000004'];
  expect(findCertificateNumbers(pasted)).toEqual({ numbers, beyondLimit: [], ignored: ['x', 'CR-12a', '000008'] });
  const many = findCertificateNumbers(Array.from({ length: 52 }, (_, index) => `CR-${index}`).join(' '));
  expect([many.numbers.length, many.beyondLimit]).toEqual([50, ['CR-000050', 'CR-000051']]);
});
