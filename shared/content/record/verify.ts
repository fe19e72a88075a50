import { formErrors } from '#shared/content/form-errors.ts';
import type { PageMeta } from '#shared/content/types.ts';
import { checkWords } from '#verify/words.ts';

export const verify = {
  ...checkWords,
  meta: {
    title: 'Check a certificate or an entry on the record | Carma',
    description:
      'Enter a certificate number or choose a file: your browser checks the signature, the place in the log and the names, step by step.',
  } satisfies PageMeta,
  title: 'Check a certificate',
  lede: 'Enter a certificate number. Your browser checks it step by step.',
  noScripts: 'Without JavaScript, our server does the check, so you have to take its word. To check without us, use carma-verify.mjs.',
  byServer: 'Checked by our server.',
  byBrowser: 'Checked in your browser.',
  field: 'Certificate or serial number',
  /** An entry, as the field takes it. */
  entryNumber: 'entry {number}',
  haveFile: 'Have a file?',
  about: 'It can be a certificate or an entry. To check it, your browser fetches only public files from us.',
  file: 'Choose a file (JSON or PDF)',
  json: 'Or paste its JSON',
  missing: 'Enter a certificate or serial number, or choose a file.',
  /** Of words that are no number and no file, such as a name. */
  words: {
    title: 'This is not a number that can be checked.',
    takes:
      'Enter the number of a certificate (CR-000010) or of an entry (entry 12), or a serial number as the registry writes it; or choose a file.',
    search: 'Search the record for “{words}”',
  },
  problem: formErrors,
  button: 'Check',
  checking: 'Checking...',

  /** Above the steps, which open with a click: how many hold, and that there are others. */
  held: '{held} of {all} things hold.',
  left: 'The rest can’t be checked yet.',
  how: 'How each was checked',
  outcomes: { passed: 'passed', failed: 'failed', notReached: 'not checked' },

  steps: {
    pdf: 'The PDF is byte for byte as this site makes it',
    file: 'The file can be read',
    signature: 'The signature is Carma’s',
    inclusion: 'The entry is in the log',
    entry: 'The file matches the entry',
    texts: 'The names match the hashes in the entry',
    consistency: 'The log has only grown since the file was made',
    related: 'Corrections and confirmations of the entry are known',
    witness: 'Witnesses have seen this state of the log',
    erased: 'What the file leaves out as erased or not on file is missing from the site too',
    live: 'The serial numbers are retired, and only once',
    memory: 'The log continues what this browser saw before',
  },
} as const;
export type VerifyTexts = typeof verify;
