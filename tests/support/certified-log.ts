import { checkFile } from '#verify/check.ts';
import type { CheckOptions, CheckResult, ReadSite } from '#verify/check-entry.ts';
import { keyFor } from '#verify/signed-tree.ts';
import { sayFound, sayResult } from '#verify/words.ts';
import { entryOf, unitsIn } from './entries.ts';
import { commit, makeLog, makeLogKey } from './signed-log.ts';

const origin = 'log.example/log';
const signer = await makeLogKey(origin);
const keys = [{ key: signer.key }];

const beneficiary = await commit('Northwind Ltd');
const madeEntry: typeof entryOf = (kind, lines, more) =>
  entryOf(kind, lines, { time: '2026-11-20T10:00:00.000Z', ...more, operation: 'ab'.repeat(32), request: 'cd'.repeat(32) });
const lines = [unitsIn(1, 1, 60, { registry: 'sample', series: 'SAMPLE-0010-2024', unitType: 'Removal - technical' })];
const project = { id: 10, slug: 'moray-brash-biochar', title: 'Moray brash biochar', registryId: '10' };
const retirement = { ...madeEntry('retire', lines, { project, certificate: 'CR-000002' }), beneficiary: beneficiary.hash };
/** An entry that is about no other, to stand before and behind the certificate's. */
const otherEntry = madeEntry('receive', lines, { project });
const correction = madeEntry('correct', [], { refersTo: 1, time: '2026-11-21T10:00:00.000Z', correction: 'This retirement is void' });
const written = (entries: object[]) => entries.map((entry) => JSON.stringify(entry));
const log = (...entries: object[]) => makeLog(origin, written(entries), signer);

/** The log of the tests: its certificate is entry 1 of 3. */
const ownLog = await log(otherEntry, retirement, otherEntry);

type Log = Awaited<ReturnType<typeof log>>;
const fileOf = (from: Log, fields: Parameters<Log['fileOf']>[1] = {}) =>
  from.fileOf(1, { number: 'CR-000002', texts: { beneficiary: beneficiary.text }, ...fields });

const bytes = (text: string) => new TextEncoder().encode(text);
const placeOf = (first: number, last: number, more = {}) => ({ first, last, status: 'Retired', certificate: 'CR-000002', ...more });
/**
 * A site with the file of the certificate. Asked where the 60 units are, it says that the first 30 are retired with it and, where no `rest`
 * says where the others are, that they are too.
 */
const siteOf =
  (file: object | undefined, ...rest: object[]): ReadSite =>
  async (address) => {
    if (address.startsWith('/api/v1/record/batches?serial='))
      return bytes(JSON.stringify({ places: [placeOf(1, 30), ...(rest.length > 0 ? rest : [placeOf(31, 60)])] }));
    return ['/certificates/CR-000002.json', '/record/entries/2.json'].includes(address.split('?')[0] ?? '') && file
      ? bytes(JSON.stringify(file))
      : undefined;
  };
const online = async (from: Log = ownLog): Promise<CheckOptions> => ({ keys, log: from.serve, site: siteOf(await fileOf(from)) });
const check = (file: unknown, options: Partial<CheckOptions> = {}) =>
  checkFile(typeof file === 'string' || file instanceof Uint8Array ? file : JSON.stringify(file), { keys, ...options });

/** Returns the outcome of a step and the key of the words for it. */
const stepOf = ({ steps }: CheckResult, name: string) => {
  const step = steps.find((one) => one.step === name);
  return step && `${step.outcome}: ${step.found.text}`;
};
/** Everything that a visitor reads of a result; fails if a word has no value. */
const wordsOf = (result: CheckResult) =>
  [...Object.values(sayResult(result)).flat(), ...result.steps.map(({ found }) => sayFound(found))].join('\n');

/** The name of the log that continues that of the tests, and its key: that of `signer`, under the new name. */
const nextOrigin = 'log.example/log-2';
const renamed = await keyFor(nextOrigin, signer.key.publicKey);
const renamedSigner = { privateKey: signer.privateKey, id: renamed.id };

/** What tests of a check begin with: a log with a certificate, its site, and how a check of it is read. */
export const certifiedLog = {
  ...{ origin, signer, keys, beneficiary, project, retirement, otherEntry, correction, written, log, ownLog, fileOf, bytes },
  ...{ placeOf, siteOf, online, check, stepOf, wordsOf, nextOrigin, renamed, renamedSigner },
};
