/** A row of `carbon_projects` with whatever it must have, for tests of which only the slug matters. */
export const projectRow = (slug: string) => ({
  slug,
  title: slug,
  description: 'Oak on 12 hectares.',
  category: 'Reforestation',
  price_per_credit: 2850,
  available_credits: 100,
  verification_standard: 'Woodland Carbon Code',
  location: 'Rhayader, Powys',
  impact_per_year: 60,
});
