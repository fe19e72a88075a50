/** The alternative text of the link preview image of each family of pages, public/share/{family}.png. */
export const shareImages = {
  default: 'Carma: buy carbon credits you can trust. Contour lines of a hill on dark green, one of them bright.',
  project: 'Carma: place, price and standard, project by project. Drawings of four kinds of project beside the title.',
  blog: 'Carma Insights: notes for people who have to defend a purchase. A drawn field plate beside the title.',
  standards: 'Carma: independently verified, on-chain audited. A seal of growth rings and rays on dark green.',
  enterprise: 'Carma for enterprises: credits you can put in front of an auditor. A ledger of what stays in the file.',
};

/** The size of the share images, in pixels. */
export const shareSize = { width: 1200, height: 630 };
