import type { ReactNode } from 'react';

export default function Root({ children }: { children: ReactNode }) {
  return (
    // The entry script marks <html> while the page is scrolled: src/waku.client.tsx.
    <html lang="en-GB" suppressHydrationWarning>
      <head />
      <body>{children}</body>
    </html>
  );
}

export const getConfig = async () => ({ render: 'dynamic' }) as const;
