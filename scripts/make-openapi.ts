// `npm run openapi`: writes the current API to docs/openapi.json, the published contract, so that a change of it is seen in review.
import { writeFileSync } from 'node:fs';
import { openApiDocument } from '#server/api/routes.ts';

writeFileSync('docs/openapi.json', `${JSON.stringify(openApiDocument('https://carma.example'))}\n`);
