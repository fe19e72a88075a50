import { readFields } from '#server/api/protocol/form-body.ts';
import type { Route } from '#server/api/rest/route.ts';

/** The form of /verify posted without JavaScript. Answers with the page, whose check then runs on the server. */
export const verify: Route = {
  method: 'POST',
  path: '/api/verify',
  handle: async (c, renderForm) => {
    const read = await readFields(c);
    return read.problem ?? renderForm(c, '/verify', { values: read.values, errors: {}, failed: false }, 200);
  },
};
