// What a page's inline script loads in development, where ./boot.ts is not in the page.
import './boot.ts';

// React has only the islands of a page, so whatever else changes needs a new page.
import.meta.hot?.on('rsc:update', () => location.reload());
