// Waku's entry in the browser: React, the router, and through them every island of the page. It is fetched only when
// src/page-scripts/islands.ts asks for it.
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { unstable_defaultRootOptions as rootOptions } from 'waku/client';
import { Router } from 'waku/router/client';

// A build's pages start with src/page-scripts/boot.ts. In development they start with this.
if (import.meta.env.DEV) await Promise.all([import('./page-scripts/boot.ts'), import('./page-scripts/deferred.ts')]);

const app = (
  <StrictMode>
    <Router />
  </StrictMode>
);

hydrateRoot(document, app, rootOptions);
