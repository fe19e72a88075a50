// `npm run openapi`: lands the API as it is now, in docs/openapi.json, which tests hold every later version against. It
// refuses what would break a caller.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { openApiDocument } from '#server/api/openapi/document.ts';
import { incompatibilities } from './api-compat.ts';

const file = 'docs/openapi.json';
const next = JSON.parse(JSON.stringify(openApiDocument('https://carma.example')));
const broken = existsSync(file) ? incompatibilities(JSON.parse(readFileSync(file, 'utf8')), next) : [];
if (broken.length > 0 && !process.argv.includes('--break')) {
  console.error(`This would break callers; --break lands it all the same.\n${broken.join('\n')}`);
  process.exit(1);
}
writeFileSync(file, `${JSON.stringify(next, null, 2)}\n`);
