import type { Context } from 'hono';
import { z } from 'zod';
import { assertForm, mediaType, readFields, receiveUpTo } from '#server/api/protocol/body.ts';
import { certificateParts } from '#server/api/rest/v1/record.ts';
import { addressOfCertificate, findCertificate, listedRetirementOf } from '#server/domain/record/read/certificates.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { textsOf } from '#server/platform/web/read-form.ts';
import { verify as verifyTexts } from '#shared/content/record/verify.ts';
import { chosenFile } from '#shared/schemas/enterprise-contact.ts';
import { listedRetirement } from '#shared/schemas/record-api.ts';
import { checkFile, maxFileBytes, optionsOf } from '#verify/check.ts';
import { readCertificateNumber } from '#verify/file.ts';
import { kindOfEntered } from '#verify/serials.ts';
import { sayFound } from '#verify/words.ts';
import { receiveUpload } from './html-form.ts';
import { type Route, route, type Site } from './route.ts';

/** Room for a file, and for as much text; for less, if many of its characters are URL-encoded, each of which then takes three. */
const bodyLimit = 2 * maxFileBytes;

const page = '/verify';

/** The form of /verify posted without JavaScript. Answers with the page and the result of the server's check. */
export const verifyForm: Route = {
  method: 'POST',
  path: '/api/verify',
  page,
  readsBodyItself: true,
  handle: async (c, site) => {
    if (mediaType(c) === 'multipart/form-data')
      return receiveUpload(c, bodyLimit, async (form) => {
        const texts = textsOf(form);
        c.set('typed', texts);
        const names = texts.map(([name]) => name);
        assertForm(c, names);
        const file = chosenFile(form.get('file'));
        const bytes = file instanceof File ? new Uint8Array(await file.arrayBuffer()) : undefined;
        return answer(c, site, Object.fromEntries(texts), bytes);
      });
    await receiveUpTo(c, bodyLimit);
    return answer(c, site, Object.fromEntries(await readFields(c)));
  },
};

/** Answers with the result for a file or, without one, for a text: the JSON that was pasted, or what was typed in the field beside it. */
async function answer(c: Context<AppEnv>, site: Site, fields: Record<string, string>, file?: Uint8Array): Promise<Response> {
  const { renderForm, readSite } = site;
  const { json = '', record = '' } = fields;
  const text = json.trim() === '' ? record : json;
  const given = file ?? text;
  const isMissing = typeof given === 'string' ? given.trim() === '' : given.length === 0;
  if (isMissing) return renderForm(c, page, { values: { record: text }, errors: { record: verifyTexts.missing }, failed: false }, 422);
  // A serial number and words are no certificate: the page itself says where such units are, and what to do with words.
  const isChecked = typeof given !== 'string' || kindOfEntered(given) === 'checked';
  // As a browser does, with the keys, the policy, the log and the files that the site serves.
  const checked = isChecked ? await checkFile(given, await optionsOf(readSite)) : undefined;
  return renderForm(c, page, { values: { record: text }, errors: {}, failed: false, checked }, 200);
}

const checkedCertificate = z.object({
  result: z.enum(['passed', 'failed', 'unfinished', 'missing']).meta({
    description: 'unfinished: nothing was found to be wrong, and not everything could be checked. missing: there is no such certificate.',
  }),
  steps: z.array(z.object({ step: z.string(), outcome: z.enum(['passed', 'failed', 'notReached']), found: z.string() })),
  retirement: listedRetirement
    .extend({
      isSample: z.boolean().meta({ description: 'Whether it is invented, without value.' }),
      page: z.string().meta({ description: 'The certificate for people.' }),
      file: z.string().meta({ description: 'The certificate with its proof, for carma-verify.mjs.' }),
    })
    .nullable(),
});

/** A certificate checked by its number, as one call for agents; not published: whoever does not trust the site runs carma-verify.mjs. */
export const certificateCheck = route({
  at: 'GET /api/v1/record/check',
  id: 'checkCertificate',
  tag: 'Record',
  summary: 'Check a certificate',
  query: z.strictObject(certificateParts.shape),
  response: { schema: checkedCertificate },
  failure: 'The record could not be read. Please try again later.',
  answer: async (c, { query: { number } }, { readSite }) => {
    const certificate = readCertificateNumber(number);
    const entry = certificate === undefined ? undefined : await findCertificate(certificate);
    if (!entry || certificate === undefined) return c.json({ result: 'missing', steps: [], retirement: null });
    const { verdict, steps } = await checkFile(certificate, await optionsOf(readSite));
    const address = addressOfCertificate(certificate);
    const read = steps.map(({ step, outcome, found }) => ({ step: verifyTexts.steps[step], outcome, found: sayFound(found) }));
    const retirement = { ...listedRetirementOf(entry), isSample: entry.entry.sample === true, page: address, file: `${address}.json` };
    return c.json({ result: verdict, steps: read, retirement });
  },
});
