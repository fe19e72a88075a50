/** Families of pages that share one link preview image: public/share/{family}.png, made by scripts/make-share-images.ts. */
export const shareImages = {
  default: {
    alt: 'Carma: buy carbon credits you can trust. Contour lines of a hill on dark green, one of them bright.',
    title: ['Buy carbon', 'credits you', 'can trust'],
    line: 'Verified credits from a nature-positive company',
  },
  project: {
    alt: 'Carma: place, price and standard, project by project. Drawings of four kinds of project beside the title.',
    title: ['Place, price and', 'standard, project', 'by project'],
    line: 'Prices in pounds per tonne, excl. VAT',
  },
  blog: {
    alt: 'Carma Insights: notes for people who have to defend a purchase. A drawn field plate beside the title.',
    title: ['Carma', 'Insights'],
    line: 'Notes for people who have to defend a purchase',
  },
  standards: {
    alt: 'Carma: independently verified, on-chain audited. A seal of growth rings and rays on dark green.',
    title: ['Independently', 'verified. On-chain', 'audited.'],
    line: 'Each standard, and what it checks',
  },
  enterprise: {
    alt: 'Carma for enterprises: credits you can put in front of an auditor. A ledger of what stays in the file.',
    title: ['Credits you can', 'put in front', 'of an auditor'],
    line: 'For sustainability, procurement and finance',
  },
} satisfies Record<string, { alt: string; title: string[]; line: string }>;

export type ShareFamily = keyof typeof shareImages;

/** The size of the share images, in pixels. */
export const shareSize = { width: 1200, height: 630 };

/** Returns the family of a page. */
export function shareFamilyOf(path: string): ShareFamily {
  return families.find(([pattern]) => pattern.test(path))?.[1] ?? 'default';
}

const families: readonly (readonly [RegExp, ShareFamily])[] = [
  [/^\/blog(\/|$)/, 'blog'],
  [/^\/(credits|projects|shortlist|impact-hub)(\/|$)/, 'project'],
  [/^\/(standards|carbon-standards|puro-earth|bezero|vcs|gold-standard|woodland-carbon|qms)$/, 'standards'],
  [/^\/(enterprise|geospatial)(\/|$)/, 'enterprise'],
];
