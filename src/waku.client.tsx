// Waku's entry in the browser: React, the router, and through them all islands of the page. It is loaded on demand by
// src/page-scripts/islands.ts.
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { unstable_defaultRootOptions as rootOptions } from 'waku/client';
import { Router } from 'waku/router/client';

/**
 * Keeps Waku's router from following the address when its fragment or, as by the calculator, its query changes: it would fetch the page's
 * elements, and the browser follows such links itself.
 */
const stay = () => false as const;

const app = (
  <StrictMode>
    <Router unstable_routeInterceptor={stay} />
  </StrictMode>
);

hydrateRoot(document, app, rootOptions);
