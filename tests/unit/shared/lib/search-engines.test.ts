import { expect, it } from 'vitest';
import { productOffer } from '#shared/lib/search-engines.ts';
import type { Project } from '#shared/schemas/project.ts';

it('the offer of a project states its price once, excluding VAT; pending credits are a pre-order, and what has no price is not offered', () => {
  const project = { slug: 'oak', title: 'Oak', status: 'On sale', unitsStatus: 'expected', imageUrl: '/oak.svg', description: '' };
  const described = (pricePerCredit: number | null) =>
    productOffer({ project: { ...project, pricePerCredit } as Project, publicUrl: 'https://carma.example' });
  const offers = described(128_550)?.offers;
  const priceSpecification = { price: '1285.50', priceCurrency: 'GBP', valueAddedTaxIncluded: false };
  expect(offers).toMatchObject({ availability: 'https://schema.org/PreOrder', priceSpecification });
  expect(JSON.stringify(offers).match(/"price[A-Za-z]*":/g)).toEqual(['"priceSpecification":', '"price":', '"priceCurrency":']);
  expect(described(null)).toBeUndefined();
});
