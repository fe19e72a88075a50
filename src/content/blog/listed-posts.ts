import type { PostFacts } from '../types.ts';

/** The articles as the feed and the sitemap need them, read from the .json and .html files beside this one. */
const facts = import.meta.glob<PostFacts>('./*.json', { import: 'default', eager: true });
const bodies = import.meta.glob<string>('./*.html', { query: '?raw', import: 'default', eager: true });

export const posts = Object.values(facts).map((post) => ({ ...post, content: bodies[`./${post.slug}.html`] ?? '' }));
