import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { unstable_defaultRootOptions as rootOptions } from 'waku/client';
import { Router } from 'waku/router/client';

const app = (
  <StrictMode>
    <Router />
  </StrictMode>
);

hydrateRoot(document, app, rootOptions);
