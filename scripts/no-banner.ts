import type { Plugin } from 'vite';

const generator = /,\s*\/\*#__PURE__\*\/ _jsx\("meta", \{\s*name: "generator",\s*content: "Waku"\s*\}, "generator"\)/;

/**
 * Leaves out Waku's `<meta name="generator">`: what a site is made with helps only those who look for its holes.
 * @throws Error in the build when Waku no longer writes it there.
 */
export function noBanner(): Plugin {
  return {
    name: 'carma:no-banner',
    apply: 'build',
    // Before the code is cut up for server and browser.
    enforce: 'pre',
    transform(code, id) {
      const file = id.replaceAll('\\', '/');
      if (!file.endsWith('/waku/dist/minimal/client.js') || file.includes('virtual:')) return;
      if (!generator.test(code)) throw new Error('scripts/no-banner.ts does not fit this version of Waku');
      return code.replace(generator, '');
    },
  };
}
