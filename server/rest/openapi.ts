import { Hono } from 'hono';
import { env } from '#server/env.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { acceptable } from '#server/rest/acceptable.ts';
import { freshness, tagged } from '#server/rest/fresh.ts';
import { openApiDocument } from '#server/rest/openapi-document.ts';
import { methodNotAllowed } from '#server/rest/problem.ts';

/** `GET /api/openapi.json`. */
export const openApi = new Hono<AppEnv>()
  .get('/', acceptable('application/json'), tagged, (c) => c.json(openApiDocument(env().PUBLIC_URL), 200, freshness))
  .all('/', methodNotAllowed);
