import { Hono } from 'hono';
import { openApiDocument } from '#server/api/openapi/document.ts';
import { acceptable } from '#server/api/protocol/acceptable.ts';
import { methodNotAllowed } from '#server/api/protocol/problem.ts';
import { env } from '#server/platform/env.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { alwaysRevalidate, withEtag } from '#server/platform/web/conditional-requests.ts';

/** `GET /api/openapi.json`. */
export const openApi = new Hono<AppEnv>()
  .get('/', acceptable('application/json'), withEtag, (c) => c.json(openApiDocument(env().PUBLIC_URL), 200, alwaysRevalidate))
  .all('/', methodNotAllowed);
