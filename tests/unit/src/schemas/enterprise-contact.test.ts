import { describe, expect, it } from 'vitest';
import { contactTexts } from '#src/schemas/contact.ts';
import { attachmentMaxBytes, enterpriseMessage, enterpriseTexts, volumeMax } from '#src/schemas/enterprise-contact.ts';

const valid = {
  kind: 'rfp',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  organisation: 'Analytical Engines Ltd',
  sector: 'Manufacturing',
  volume: '12,000',
  timeframe: 'First delivery by March 2027',
  message: 'Biochar and UK woodland, five years.',
};

/** Returns the first error of a field, or undefined if the field is valid. */
function errorOf(input: unknown, field: string): string | undefined {
  const parsed = enterpriseMessage.safeParse(input);
  return parsed.error?.issues.find((issue) => issue.path[0] === field)?.message;
}

describe('an enterprise message', () => {
  it('needs only a name, a work email, an organisation, a sector and a message', () => {
    const { name, email, organisation, sector, message } = valid;
    const required = { name, email, organisation, sector, message };
    expect(enterpriseMessage.parse(required)).toEqual({ ...required, kind: 'enquiry', volume: null, timeframe: null, attachment: null });
    for (const field of Object.keys(required)) expect(errorOf({ ...required, [field]: undefined }, field)).toBeDefined();
  });

  it.each(['', 'RFP', 7, undefined])('is an enquiry if its hidden kind is %j, rather than being rejected', (kind) => {
    expect(enterpriseMessage.parse({ ...valid, kind }).kind).toBe('enquiry');
  });

  it.each([
    ['X', enterpriseTexts.organisationTooShort],
    ['x'.repeat(201), enterpriseTexts.organisationTooLong],
    ['Acme\u0000', contactTexts.unreadable],
  ])('rejects the organisation %j', (organisation, message) => {
    expect(errorOf({ ...valid, organisation }, 'organisation')).toBe(message);
  });

  it.each([
    ['12000', 12_000],
    [' 12,000 ', 12_000],
    ['1 250 000', 1_250_000],
    ['0', 0],
    [String(volumeMax), volumeMax],
    ['', null],
    [null, null],
  ])('reads the volume %j as %j tonnes', (volume, tonnes) => {
    expect(enterpriseMessage.parse({ ...valid, volume }).volume).toBe(tonnes);
  });

  it.each([
    ['12.5', enterpriseTexts.volumeNotWhole],
    ['-1', enterpriseTexts.volumeNotWhole],
    ['a lot', enterpriseTexts.volumeNotWhole],
    ['1e6', enterpriseTexts.volumeNotWhole],
    [12_000, enterpriseTexts.volumeNotWhole],
    [String(volumeMax + 1), enterpriseTexts.volumeTooLarge],
    ['9'.repeat(400), enterpriseTexts.volumeTooLarge],
  ])('rejects the volume %j', (volume, message) => {
    expect(errorOf({ ...valid, volume }, 'volume')).toBe(message);
  });

  it('rejects a message of fewer than 10 characters that can be seen', () => {
    expect(errorOf({ ...valid, message: ' 123456789 ' }, 'message')).toBe(enterpriseTexts.messageTooShort);
  });

  it('accepts one file of up to 5 MB', () => {
    const file = new File([new Uint8Array(attachmentMaxBytes)], 'brief.pdf');
    expect(enterpriseMessage.parse({ ...valid, attachment: file }).attachment).toBe(file);
    const larger = new File([new Uint8Array(attachmentMaxBytes + 1)], 'brief.pdf');
    expect(errorOf({ ...valid, attachment: larger }, 'attachment')).toBe(enterpriseTexts.attachmentTooLarge);
  });

  it('treats the empty file that a browser sends for no choice as none, and rejects text in its place', () => {
    expect(enterpriseMessage.parse({ ...valid, attachment: new File([], '') }).attachment).toBeNull();
    expect(errorOf({ ...valid, attachment: 'brief.pdf' }, 'attachment')).toBe(enterpriseTexts.attachmentNoFile);
  });
});
