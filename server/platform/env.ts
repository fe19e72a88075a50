import { z } from 'zod';
import { databaseAddressProblem } from '#shared/lib/input/database-address.ts';
import { emailPattern } from '#shared/schemas/form-fields.ts';
import { logName } from '#shared/schemas/limits.ts';

const perHour = z.coerce.number().int().min(1).max(1_000_000);
/** A list, empty by default. */
const listOf = (separator: string) =>
  z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(separator)
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    );
/** Claims of the specification that a company may not be able to prove yet. */
const claims = ['home', 'company', 'enterprise', 'standards', 'testimonials'] as const;
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const emailAddress = z.email({ pattern: emailPattern, error: 'must be an email address' }).max(254);
const secretKey = z.string().regex(/^[A-Za-z\d+/]{43}=$/, 'must be 32 bytes in base64');
/** The number of our own proxies in front; true means one. */
const proxies = z
  .union([z.literal('true').transform(() => 1), z.literal('false').transform(() => 0), z.coerce.number().int().min(0).max(5)], {
    error: 'must be true, false or the number of proxies, 5 at most',
  })
  .pipe(z.number());
/** Of parameters, such as `requireTLS=false`, the package would let some prevail over what the site sets. */
const mailServer = z
  .string()
  .refine((text) => URL.canParse(text) && new URL(text).hostname !== '' && /^smtps?:\/\/[^/?#]+\/?$/i.test(text), {
    error:
      'must be an smtp:// or smtps:// address without a path or parameters, in whose user and password @ is written %40, / %2F, ? %3F, # %23 and % %25',
  });
const webAddress = z.url({ protocol: /^https?$/, error: 'must be a full http(s) address' });
const databaseAddress = z.string().refine((text) => databaseAddressProblem(text) === undefined, {
  error: ({ input }) => databaseAddressProblem(String(input)),
  abort: true,
});
const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text);

/** Checks whether a host, as `URL` writes it, is this machine and no other (RFC 6761, RFC 1122). */
export const isLoopback = (host: string) => /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|\[::1\])$/.test(host);

/** The origin of a site as browsers write it. Links are built by appending to it. */
const siteAddress = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).href === `${new URL(text).origin}/`, {
    error: 'must be an http(s) address without a path, a query or a password, such as https://www.example.com',
    abort: true,
  })
  .transform((text) => new URL(text).origin);

/** The most keys and witnesses of a log. Together a checkpoint then has at most sixteen signatures, which every reader of notes accepts. */
const [maxSigningKeys, maxWitnesses] = [4, 12];
/** Witnesses of the record: `KEY ADDRESS`, separated by semicolons. The keys are checked when the site starts (`checkWitnessSettings`). */
const witnesses = listOf(';')
  .transform((list) => list.map((witness) => witness.split(/\s+/)))
  // Of more than two words the address is left empty, which the check below refuses.
  .transform((list) => list.map(([key = '', address = '', ...rest]) => ({ key, address: rest.length > 0 ? '' : address })))
  .refine((list) => list.every(({ address }) => webAddress.safeParse(address).success), {
    error: 'must be a key, a blank and a full http(s) address for each witness, several separated by semicolons',
  })
  .refine((list) => list.length <= maxWitnesses, { error: `may be ${maxWitnesses} at most` });

/** Every setting of the site with its default. `.env.example` explains them. */
const settingShapes = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  HOST: z.string().min(1).default('0.0.0.0'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  PUBLIC_URL: siteAddress.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: proxies.default(0),

  DATABASE_URL: databaseAddress.optional(),
  DATABASE_OWNER_URL: databaseAddress.optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  SEED_SAMPLES: flag.optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(100).default(10),

  SHUTDOWN_DELAY_MS: z.coerce.number().int().min(0).max(60_000).default(500),

  METRICS_TOKEN: z.string().min(16).optional(),

  SMTP_URL: mailServer.optional(),
  MAIL_FROM: emailAddress.optional(),
  MAIL_TO: emailAddress.optional(),
  UNSUBSCRIBE_SECRET: z.string().min(16).optional(),
  WEBHOOK_LOOPBACK: flag.default(false),
  API_WRITE_ORIGINS: listOf(',').pipe(
    z.array(z.string().refine(isOrigin, { error: 'must be origins such as https://app.example, separated by commas' })),
  ),
  RATE_LIMIT_PER_ADDRESS_PER_HOUR: perHour.default(60),
  RATE_LIMIT_GLOBAL_PER_HOUR: perHour.default(1_000),

  RECORD_ORIGIN: z
    .string()
    .max(logName.maxLength)
    .regex(logName.form, 'must be a name without blanks or a plus, such as www.example.com/log')
    .optional(),
  RECORD_SIGNING_KEY: z
    .string()
    .refine((keys) => keys.split(',').length <= maxSigningKeys, { error: `may be ${maxSigningKeys} keys at most` })
    .refine((keys) => keys.split(',').every((key) => secretKey.safeParse(key.trim()).success), 'must be 32 bytes in base64 for each key')
    .optional(),
  RECORD_WITNESSES: witnesses,
  RECORD_WITNESS_QUORUM: z.coerce.number().int().min(1).optional(),
  RECORD_MIRROR: z.string().min(1).optional(),
  RECORD_SECRET: secretKey.optional(),
  RECORD_ACCOUNTS: listOf(';'),

  MESSAGE_RETENTION_MONTHS: z.coerce.number().int().min(1).max(120).default(24),

  CONTACT_EMAIL: emailAddress.default('hello@carma.example'),
  QUOTE_VALID_DAYS: z.coerce.number().int().min(1).max(365).default(14),
  HIDDEN_CLAIMS: listOf(',').pipe(z.array(z.enum(claims))),
  COMPANY_NUMBER: z.string().min(1).max(20).default('00000000'),
  VAT_NUMBER: z.string().min(1).max(20).default('GB 000 0000 00'),
  CONTACT_NAME: z.string().max(100).optional(),
  CONTACT_TELEPHONE: z
    .string()
    .regex(/^\+?[\d ()-]{6,30}$/, 'must be a telephone number, such as +44 20 7946 0000')
    .optional(),
  REGISTERED_OFFICE: z.string().max(300).optional(),
  MINIMUM_ORDER_TONNES: z.coerce.number().int().min(1).max(1_000_000).optional(),
  PAYMENT_TERMS: z.string().max(300).optional(),
  PURCHASE_ORDER_TERMS: z.string().max(300).optional(),
  E_INVOICE_TERMS: z.string().max(300).optional(),
  SERIALS_WITHIN_DAYS: z.coerce.number().int().min(1).max(365).optional(),
  VOLUME_TERMS: z.string().max(300).optional(),
  SAMPLE_CONTRACT_URL: webAddress.optional(),
  CHAIN_EXPLORER_URL: webAddress.optional(),
  MARKETPLACE_URL: webAddress.default('https://marketplace.carma.example/login'),
  SCHEDULER_SCRIPT_URL: webAddress.default('https://scheduler.carma.example/embed.js'),
  SCHEDULER_URL: webAddress.default('https://scheduler.carma.example/carma/strategy-call'),
});

/** The settings, each of them checked by itself, with checks of those that depend on one another. */
const settings = settingShapes.superRefine((all, context) => {
  const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
  const { DATABASE_URL, DATABASE_OWNER_URL, RECORD_WITNESSES, RECORD_WITNESS_QUORUM, WEBHOOK_LOOPBACK, PUBLIC_URL } = all;
  const witnessCount = RECORD_WITNESSES.length;
  if (witnessCount > 1 && RECORD_WITNESS_QUORUM === undefined)
    refuse('RECORD_WITNESS_QUORUM', `must say how many of the ${witnessCount} witnesses are needed`);
  if ((RECORD_WITNESS_QUORUM ?? 0) > witnessCount)
    refuse('RECORD_WITNESS_QUORUM', `is more than there are RECORD_WITNESSES, which are ${witnessCount}`);
  if (WEBHOOK_LOOPBACK && PUBLIC_URL !== undefined && !isLoopback(new URL(PUBLIC_URL).hostname))
    refuse('WEBHOOK_LOOPBACK', 'is for tests: whoever subscribes could reach what listens on this machine only');
  const owner = DATABASE_OWNER_URL && new URL(DATABASE_OWNER_URL).username;
  if (owner !== undefined && DATABASE_URL === undefined)
    refuse('DATABASE_OWNER_URL', 'needs DATABASE_URL. The embedded database has an owner of its own');
  if (DATABASE_URL !== undefined && owner === new URL(DATABASE_URL).username)
    refuse('DATABASE_OWNER_URL', 'has the user of DATABASE_URL. With one login, leave it out');
});

/** The site's validated settings. */
export type Env = ReturnType<typeof parseEnv>;

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(settingShapes.shape);

/**
 * Validates raw settings and fills in the defaults. An empty or blank value counts as absent, as in a copied `.env` file.
 * @throws Error with a line for each wrong setting and the reason, without its value, which may be a secret.
 */
export function parseEnv(input: Record<string, string | undefined>) {
  const { data, error } = settings.safeParse(Object.fromEntries(Object.entries(input).filter(([, value]) => value?.trim() !== '')));
  if (error) {
    // Of a list, the path goes on with the position of the item.
    const lines = error.issues.map(({ path: [name], message }) => `\n  ${String(name)}: ${message}`);
    throw new Error(`These settings are wrong (see .env.example):${lines.join('')}`);
  }
  const { PUBLIC_URL = `http://localhost:${data.PORT}`, CONTACT_EMAIL } = data;
  return {
    ...data,
    PUBLIC_URL,
    SEED_SAMPLES: data.SEED_SAMPLES ?? isLoopback(new URL(PUBLIC_URL).hostname),
    MAIL_FROM: data.MAIL_FROM ?? CONTACT_EMAIL,
    MAIL_TO: data.MAIL_TO ?? CONTACT_EMAIL,
  };
}

let parsed: Env | undefined;

/** Returns the settings of this process, parsed at the first call. Later calls return the same object. @throws as `parseEnv` does. */
export function env(): Env {
  parsed ??= parseEnv(process.env);
  return parsed;
}
