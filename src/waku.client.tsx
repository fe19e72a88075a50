// Waku's entry in the browser: React, the router, and through them every island of the page. It is fetched only when
// src/first-islands.ts asks for it.
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { unstable_defaultRootOptions as rootOptions } from 'waku/client';
import { Router } from 'waku/router/client';

// A build's pages start with src/first-view.ts. In development they start with this.
if (import.meta.env.DEV) await Promise.all([import('./first-view.ts'), import('./after-view.ts')]);

const app = (
  <StrictMode>
    <Router />
  </StrictMode>
);

hydrateRoot(document, app, rootOptions);
