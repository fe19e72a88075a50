import { describe, expect, it } from 'vitest';
import { projectsFeed } from '#server/http/routes/catalogue-files.ts';
import { atomFeed } from '#server/http/routes/feed.ts';
import { emptyCatalogueQuery } from '#src/schemas/catalogue-query.ts';
import type { Project } from '#src/schemas/project.ts';
import { hostileXml, parseXml, textOf } from '#tests/support/xml.ts';

describe('text in a feed', () => {
  it('never makes the project feed malformed, whatever a registry calls a project', () => {
    const texts = {
      title: hostileXml,
      category: hostileXml,
      location: hostileXml,
      verificationStandard: hostileXml,
      description: hostileXml,
    };
    const project = { slug: 'fen', ...texts, pricePerCredit: 2850, availableCredits: 100, updatedAt: new Date(0) } as Project;
    const filters = { ...emptyCatalogueQuery, q: '<oak> & "ash"', country: ['GB', '<'] };
    const feed = projectsFeed([project], 'https://carma.example', { filters });
    expect(parseXml(feed).find(({ name }) => name === 'title')?.text).toBe(
      'Carma: carbon projects (q: <oak> & "ash", country: <, country: GB)',
    );
    expect(parseXml(feed).find(({ name }) => name === 'id')?.text).toMatch(/^https:\/\/carma\.example\/projects\?q=/);
    expect(textOf(feed, 'summary')).toContain('&lt;script&gt;');
    expect(textOf(feed, 'summary')).toContain('b &amp; "c"');
    expect(parseXml(feed).find(({ name }) => name === 'category')?.attributes.term).toContain('A＜b & "c"');
  });

  it('never makes the article feed malformed', () => {
    const post = {
      slug: 'a',
      title: hostileXml,
      author: hostileXml,
      date: '2026-01-02',
      category: hostileXml,
      excerpt: hostileXml,
      content: hostileXml,
    };
    const [, author] = parseXml(atomFeed([post], 'https://carma.example')).filter(({ name }) => name === 'name');
    expect(author?.text).toContain('A<b & "c"');
  });
});
