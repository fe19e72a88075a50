import { readTime } from '#shared/lib/articles.ts';
import blockchainTransparency from './blockchain-transparency.json';
import esgTnfdReporting from './esg-tnfd-reporting.json';
import naturalCapitalInvestment from './natural-capital-investment.json';
import natureBasedSolutions from './nature-based-solutions-business.json';
import naturePositiveSolutions from './nature-positive-solutions.json';
import sustainablePractices from './sustainable-business-practices.json';
import verifiedCarbonCredits from './verified-carbon-credits.json';

/** The icons and accent colours available to posts; product.md, section 3, "Blog post". */
export type PostIconName = 'Leaf' | 'Shield' | 'TrendingUp' | 'Globe' | 'FileText' | 'Users' | 'Target';

export type PostColor = 'emerald' | 'blue' | 'green' | 'teal' | 'purple' | 'orange' | 'slate';

/** An article of Carma Insights. `date` and `updated` are ISO (2025-07-22); `content` is first-party HTML. */
export type Post = ReturnType<typeof post>;

/** What an article's .json states. Without `updated` its text has never changed. */
type Stated = Omit<typeof naturePositiveSolutions, 'updated'> & { updated?: string };

/** All articles, in display order. CONTRIBUTING.md, "Add a post", says which files one has. */
export const posts: readonly Post[] = [
  post(1, naturePositiveSolutions, 'Leaf', 'emerald'),
  post(2, blockchainTransparency, 'Shield', 'blue'),
  post(3, verifiedCarbonCredits, 'TrendingUp', 'green'),
  post(4, naturalCapitalInvestment, 'Globe', 'teal'),
  post(5, natureBasedSolutions, 'Users', 'orange'),
  post(6, esgTnfdReporting, 'FileText', 'purple'),
  post(7, sustainablePractices, 'Target', 'slate'),
];

function post(id: number, stated: Stated, icon: PostIconName, color: PostColor) {
  const { pictureAlt, metaTitle, metaDescription, ...rest } = stated;
  const bodies = import.meta.glob<string>('./*.html', { query: '?raw', import: 'default', eager: true });
  const content = bodies[`./${rest.slug}.html`];
  if (content === undefined) throw new Error(`There is no ${rest.slug}.html beside posts.ts`);
  return {
    ...rest,
    id,
    icon,
    color,
    content,
    readTime: readTime(content),
    image: `/pictures/blog/${rest.slug}.svg`,
    imageAlt: pictureAlt,
    meta: { title: metaTitle, description: metaDescription },
  };
}
