/** The buying terms that are settings. Days, and whole tonnes; undefined: not set. */
export type BuyingTerms = {
  quoteValidDays: number;
  minimumTonnes: number | undefined;
  payment: string | undefined;
  orders: string | undefined;
  invoices: string | undefined;
  serialsWithinDays: number | undefined;
  volume: string | undefined;
  contractUrl: string | undefined;
};

/** What always holds (product.md, section 9, "Legal") and the rest, where it is set. */
export const terms = {
  title: 'Buying terms',
  currency: { name: 'Currency', text: 'Pounds sterling (GBP)' },
  vat: { name: 'VAT', text: 'Not included in prices; charged at the UK rate' },
  refunds: { name: 'Refunds', text: 'None, except under UK consumer law' },
  validity: { name: 'Quoted prices hold for', text: '{days} from the day you ask' },
  minimum: { name: 'Minimum order' },
  payment: { name: 'Payment and due date' },
  orders: { name: 'Purchase orders' },
  invoices: { name: 'E-invoices' },
  serials: { name: 'Serial numbers', text: 'Within {days} of payment' },
  volume: { name: 'Larger volumes' },
  contract: { name: 'Contract, and who signs it', link: 'Sample contract' },
  /** The heading above the terms that a buyer's procurement asks for. */
  procurement: 'For procurement',
  unset: { name: 'Agreed in each order', ask: { label: 'Ask us', href: '/contact?topic=buying-terms' } },
  undelivered: {
    name: 'Pending credits that are never issued',
    text: 'The public record marks them “Not delivered”. Who replaces them is stated on the project’s page, where it’s settled, and in our quote.',
  },
  policies: { name: 'Other terms, supplier forms and policies, such as modern slavery' },
} as const;
