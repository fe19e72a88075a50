import type { ReactNode } from 'react';

export default function Root({ children }: { children: ReactNode }) {
  return (
    // A script marks <html> while the page is scrolled: src/page-scripts/boot.ts.
    <html lang="en-GB" className="motion-safe:scroll-smooth" suppressHydrationWarning>
      <head>
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      </head>
      <body>{children}</body>
    </html>
  );
}
