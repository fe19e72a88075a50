// Waku's entry in the browser: React, the router, and through them every island of the page. It is fetched only when
// src/first-islands.ts asks for it.
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { unstable_defaultRootOptions as rootOptions } from 'waku/client';
import { Router } from 'waku/router/client';

// A build gives pages src/first-islands.ts and src/first-view.ts as their scripts. In development Waku's own is this one.
if (import.meta.env.DEV) await Promise.all([import('./first-islands.ts'), import('./first-view.ts'), import('./after-view.ts')]);

const app = (
  <StrictMode>
    <Router />
  </StrictMode>
);

hydrateRoot(document, app, rootOptions);
