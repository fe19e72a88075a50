import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  abbreviated,
  isOfShortlist,
  linesBeside,
  mergeLines,
  neededByIn,
  readCompared,
  readPostedLines,
  readSharedDay,
  readShortlist,
  shortlistAddress,
  validLines,
  withLine,
} from '#shared/lib/shortlist.ts';
import { linesLimit, slugMaxLength } from '#shared/schemas/limits.ts';

const read = (query: string) => readShortlist(new URLSearchParams(query));
const anySlug = fc.stringMatching(/^([0-9]{1,9}-){0,2}[0-9]{0,4}[a-z][a-z0-9]{0,4}(-[a-z0-9]{1,9}){0,2}$/);
const anyLines = fc.uniqueArray(fc.record({ slug: anySlug, tonnes: fc.integer({ min: 1, max: 1_000_000 }) }), {
  ...{ maxLength: linesLimit, size: 'max' },
  selector: ({ slug }) => slug,
});

it('the address of a shortlist contains the whole list: it is read back as written', () => {
  fc.assert(
    fc.property(anyLines, (lines) => {
      const parsed = read(shortlistAddress(lines).split('?')[1] ?? '');
      expect(parsed).toEqual({ lines, isEdited: false, isCorrected: false, hasDropped: false });
    }),
  );
});

it('the address of a shortlist is read without an error, whatever it contains, as a list that its own address says again', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          fc.constantFrom('p', 'add', 'tonnes', 'remove', 't.a', 'find'),
          fc.oneof(anySlug, fc.string(), fc.stringMatching(/^\d{1,16}k?$/)),
        ),
        { maxLength: 60, size: 'max' },
      ),
      (pairs) => {
        const { lines } = readShortlist(new URLSearchParams(pairs));
        for (const { tonnes } of lines) expect(Number.isInteger(tonnes) && tonnes >= 1).toBe(true);
        expect(read(shortlistAddress(lines).split('?')[1] ?? '').lines).toEqual(lines);
        expect(readShortlist(new URLSearchParams(pairs.filter(([name]) => isOfShortlist(name)))).lines).toEqual(lines);
      },
    ),
  );
});

it.each([
  ['p=a:5&add=b', 'a:5 b:100'],
  ['p=a:5&add=b&tonnes=1,200', 'a:5 b:1200'],
  ['p=a:5&add=a&tonnes=7', 'a:5'],
  ['p=a:5&t.a=9', 'a:9'],
  ['p=a:5&p=b:6&remove=a', 'b:6'],
  ['p=a:half', 'a:1'],
  ['p=NOT A SLUG:5&p=b:6', 'b:6'],
  [`p=${'a'.repeat(slugMaxLength + 1)}:5&p=b:6`, 'b:6'],
])('the address of a shortlist %s is read as %s', (query, list) => {
  const { lines } = read(query);
  expect(lines.map(({ slug, tonnes }) => `${slug}:${tonnes}`).join(' ')).toBe(list);
});

const a = { slug: 'a', tonnes: 5 };
const b = { slug: 'b', tonnes: 6 };
it.each([
  ['removed=a:5&removed=b:6', [], { removed: [a, b] }],
  ['yours=a:5', [], { yours: [a] }],
  ['p=b:6&replace=yes&by=2026-12-31', [b], { replace: 'yes', by: '2026-12-31' }],
  ['p=b:6&t.a=5&on=2026-10-01', [b], { edited: [a], on: '2026-10-01' }],
  ['p=a%26b%23:5', [{ slug: 'a&b#', tonnes: 5 }], {}],
] as const)('the address of a shortlist says more than its lines: %s', (query, lines, beside) => {
  expect(shortlistAddress(lines, beside)).toBe(`/shortlist?${query}`);
});

it('what the address of a shortlist says beside its lines is read, and a day that is none is no day', () => {
  const today = '2026-11-26';
  const dayIn = (query: string) => readSharedDay(new URLSearchParams(query), today);
  expect(linesBeside(new URLSearchParams('removed=a:5&removed=b:6'), 'removed')).toEqual([a, b]);
  expect(['on=2026-10-01', `on=${today}`, 'p=oak:3'].map(dayIn)).toEqual(['2026-10-01', today, undefined]);
  expect(['2027-03-31', '2027-02-30'].map((by) => neededByIn(new URLSearchParams({ by })))).toEqual(['2027-03-31', undefined]);
  for (const none of ['', '2026-11-27', '2026-02-30', '1066-10-14']) expect(dayIn(`on=${none}`), none).toBeNull();
});

it('a posted shortlist has the tonnes that a person typed, as people write them, before those that the page had', () => {
  expect(readPostedLines(new URLSearchParams({ p: 'a:5:0x10' }))).toEqual([{ slug: 'a', tonnes: 5, pricePerCredit: Number.NaN }]);
  const typed = (tonnes: string) => readPostedLines(new URLSearchParams({ p: 'a:5', 't.a': tonnes, 't.b': '9' }));
  expect(typed('1,200')).toEqual([{ slug: 'a', tonnes: 1200 }]);
  for (const wrong of ['', '12,5', '0', 'half']) expect(typed(wrong)).toEqual([{ slug: 'a', tonnes: Number.NaN }]);
});

it.each([null, '', {}, [null], [{ slug: '<b>', tonnes: 1 }], { length: 3 }])(
  'a stored shortlist has valid lines alone, and not %j',
  (stored) => {
    expect(validLines(stored)).toEqual([]);
    if (Array.isArray(stored)) expect(validLines([a, ...stored, b])).toEqual([a, b]);
  },
);

it('adding to a shortlist appends a new line, keeps an existing one, and leaves a full list unchanged, as reading an address does', () => {
  expect(withLine([{ slug: 'a', tonnes: 1 }], { slug: 'b', tonnes: 2 })).toHaveLength(2);
  expect(withLine([{ slug: 'a', tonnes: 1 }], { slug: 'a', tonnes: 2 })).toEqual([{ slug: 'a', tonnes: 1 }]);
  const full = Array.from({ length: linesLimit }, (_, n) => ({ slug: `s${n}`, tonnes: 1 }));
  const more = { slug: 'one-more', tonnes: 1 };
  expect(withLine(full, more)).toEqual(full);
  expect(read(shortlistAddress([...full, more]).split('?')[1] ?? '')).toMatchObject({ lines: full, hasDropped: true });
});

const linesOf = (text: string) => readShortlist(new URLSearchParams(text.split(' ').map((line) => ['p', line]))).lines;
it.each([
  ['keeps what the other added', 'a:1 b:2', 'a:1 b:2 c:3', 'a:1', 'a:1 c:3'],
  ['drops what the other removed', 'a:1 b:2', 'b:2', 'a:1 b:7', 'b:7'],
  ['uses the tonnes that were changed', 'a:1 b:2', 'a:9 b:2', 'a:1 b:7', 'a:9 b:7'],
  ['uses this tab’s tonnes where both changed them', 'a:1 b:2', 'a:5 b:2', 'a:9 b:2', 'a:9 b:2'],
  ['is the changed list if nobody else changed it', 'a:1 b:2', 'a:1 b:2', 'b:2 a:5', 'b:2 a:5'],
])('a list changed in two tabs %s', (_what, base, stored, changed, merged) => {
  expect(mergeLines({ base: linesOf(base), stored: linesOf(stored), changed: linesOf(changed) })).toEqual(linesOf(merged));
});

it.each([
  ['p=a&p=b:5&add=c:6&p=d', 'a b:5 d c:6', false, ''],
  ['p=a&p=b&p=c&p=d&p=e:1', 'a b c d', true, ''],
  ['p=a:5&p=a', 'a:5', false, ''],
  ['p=a:x&t.a=7', 'a:7', false, ''],
  ['p=a:5&t.a=x', 'a', false, 'a x'],
  ['p=a:5&t.a=', 'a', false, ''],
])('the address of a comparison %s is read as %s', (query, list, more, wrong) => {
  const { lines, ...compared } = readCompared(new URLSearchParams(query));
  expect(lines.map(({ slug, tonnes }) => slug + (tonnes ? `:${tonnes}` : '')).join(' ')).toBe(list);
  expect([compared.more, [...compared.wrong].flat().join(' ')]).toEqual([more, wrong]);
});

it('a text from an address is cut after sixty characters', () => {
  expect(['a'.repeat(60), 'a'.repeat(61)].map(abbreviated)).toEqual(['a'.repeat(60), `${'a'.repeat(60)}…`]);
  expect(abbreviated(`a${'🌳'.repeat(60)}`)).toBe(`a${'🌳'.repeat(59)}…`);
});
