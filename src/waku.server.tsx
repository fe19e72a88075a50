import path from 'node:path';
import { fsRouter } from 'waku';
import { unstable_createServerEntryAdapter as createServerEntryAdapter } from 'waku/adapter-builders';
import { createApp } from '#server/http/app.ts';
import { closeSql } from '#server/sql.ts';
import { posts } from '#src/content/blog/posts.ts';
import { sitePages } from '#src/content/navigation.ts';

const pages = Object.fromEntries(
  Object.entries(import.meta.glob('/src/pages/**/*.{ts,tsx}')).map(([file, load]) => [file.slice('/src/'.length), load]),
);

const adapter = createServerEntryAdapter(({ processRequest, processBuild, config, isBuild }) => {
  // Made at the first request: the build loads this module too, and must not need the settings of the run.
  let app: ReturnType<typeof createApp> | undefined;
  const start = () => {
    app ??= createApp({
      processRequest: async (request) => (await processRequest(request)) ?? null,
      publicDir: isBuild ? path.resolve(config.distDir, 'public') : undefined,
      contents: { pages: sitePages, posts },
    });
    return app;
  };
  return {
    fetch: (request: Request, ...rest: [object?]) => start().fetch(request, ...rest),
    build: processBuild,
    buildOptions: { distDir: config.distDir },
    // For server/main.ts: loads every route module before the first visitor comes, and lets go of the database.
    warmUp: () => processRequest(new Request('http://localhost/contact')),
    close: closeSql,
  };
});

export default adapter(fsRouter(pages));
