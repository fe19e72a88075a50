// `npm run openapi`: writes the current API to docs/openapi.json, against which tests check every later version. Rejects
// changes that would break clients.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { openApiDocument } from '#server/api/routes.ts';
import { incompatibilities } from './api-compat.ts';

const file = 'docs/openapi.json';
const next = JSON.parse(JSON.stringify(openApiDocument('https://carma.example')));
const breaking = existsSync(file) ? incompatibilities(JSON.parse(readFileSync(file, 'utf8')), next) : [];
if (breaking.length > 0 && !process.argv.includes('--break')) {
  console.error(`This would break clients; --break writes it anyway.\n${breaking.join('\n')}`);
  process.exit(1);
}
writeFileSync(file, `${JSON.stringify(next)}\n`);
