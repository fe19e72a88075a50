// What a page's inline script loads in development, where ./boot.ts is not in the page.
import './boot.ts';

// React updates only the islands of a page. After any other change the page is loaded again.
import.meta.hot?.on('rsc:update', () => location.reload());
