import { parse } from 'node-html-parser';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { openApiDocument } from '#server/api/routes.ts';
import { readReference } from '#shared/lib/protocol/openapi-reference.ts';
import { ApiCall } from '#src/ui/routes/developers.tsx';

const origin = 'https://carma.example';

it('a call says where each of its parameters stands, and which have to be sent', () => {
  const { calls } = readReference(openApiDocument(origin), origin);
  const shown = calls.flatMap((call) =>
    parse(renderToStaticMarkup(<ApiCall call={call} />))
      .querySelectorAll('tbody tr')
      .map((row) => row.childNodes.map(({ text }) => text).join(' | ')),
  );
  expect(shown.some((row) => row.startsWith('Idempotency-Key') && row.includes(' | header, string, required | '))).toBe(true);
  expect(shown.some((row) => row.startsWith('limit') && row.includes(' | query, integer | '))).toBe(true);
});
