import { readLogKeys } from '#server/domain/record/log/log-keys.ts';
import type { Query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { toHex } from '#verify/bytes.ts';
import type { WitnessKey } from '#verify/cosignature.ts';
import { keyText } from '#verify/note.ts';
import { type Policy, PolicyError, readPolicy } from '#verify/policy.ts';

/** Returns name and id of a witness's key, which identify it in notes and in the database. */
export const witnessId = ({ name, id }: WitnessKey): string => `${name}+${toHex(id)}`;

/** Returns the witnesses and the quorum of the settings. @throws PolicyError if one of the keys is none. */
export function ownPolicy(): Promise<Policy> {
  return readPolicy(witnessLines());
}

/** Checks the witnesses of the settings, when the site starts. @throws Error that says which setting is wrong, and why. */
export async function checkWitnessSettings(): Promise<void> {
  try {
    await ownPolicy();
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    const reason = error.message.replace(/^Line (\d+) of the policy/, 'witness $1');
    throw new Error(`These settings are wrong (see .env.example):\n  RECORD_WITNESSES: ${reason}`);
  }
}

/** Returns what this site asks of a checkpoint, in the format of C2SP tlog-policy. @throws as `readLogKeys`. */
export async function readPolicyText(db: Query, origin: string): Promise<string> {
  const { PUBLIC_URL, RECORD_WITNESSES } = env();
  const keys = (await readLogKeys(db, origin)).filter(({ key }) => key.name === origin);
  const logs = keys.map(
    ({ key, until }) => `${until === undefined ? '' : `# signed until ${until}\n`}log ${keyText(key)} ${PUBLIC_URL}/log\n`,
  );
  const remark =
    RECORD_WITNESSES.length > 0
      ? ''
      : '# No witness sees this log: nobody could notice that different logs are shown to different people.\n';
  return `${logs.join('')}${remark}${witnessLines()}`;
}

/** Writes the settings as lines of a policy, a witness a line. A witness is called by the name of its key. */
function witnessLines(): string {
  const { RECORD_WITNESSES, RECORD_WITNESS_QUORUM = 1 } = env();
  const names = RECORD_WITNESSES.map(({ key }) => key.slice(0, Math.max(key.indexOf('+'), 0)));
  const lines = RECORD_WITNESSES.map(({ key, address }, at) => `witness ${names[at]} ${key} ${address}\n`);
  if (lines.length === 0) return 'quorum none\n';
  return `${lines.join('')}group witnesses ${RECORD_WITNESS_QUORUM} ${names.join(' ')}\nquorum witnesses\n`;
}
