// Waku's entry in the browser: React, the router, and through them all islands of the page. It is loaded on demand by
// src/page-scripts/islands.ts.
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { unstable_defaultRootOptions as rootOptions } from 'waku/client';
import { Router } from 'waku/router/client';

// In a build, pages start with src/page-scripts/boot.ts, which is inlined. In development this file loads it.
if (import.meta.env.DEV) await Promise.all([import('./page-scripts/boot.ts'), import('./page-scripts/deferred.ts')]);

const app = (
  <StrictMode>
    <Router />
  </StrictMode>
);

hydrateRoot(document, app, rootOptions);
