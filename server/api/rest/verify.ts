import { Hono } from 'hono';
import { readFields } from '#server/api/protocol/form-body.ts';
import { methodNotAllowed } from '#server/api/protocol/problem.ts';
import type { RenderForm } from '#server/api/rest/html-form.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';

/** `POST /api/verify`: the form of /verify posted without JavaScript. Answers with the page, whose check then runs on the server. */
export function verify(renderForm: RenderForm) {
  return new Hono<AppEnv>()
    .post('/', async (c) => {
      const read = await readFields(c);
      if (read.problem) return read.problem;
      return renderForm(c, '/verify', { values: read.values, errors: {}, failed: false }, 200);
    })
    .all('/', methodNotAllowed);
}
