/** The buying terms that are settings. Days, and whole tonnes; undefined: not set, and not shown. */
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

/** What always holds (product.md, section 9, "Legal") and, where it is set, the rest. */
export const terms = {
  title: 'Buying terms',
  currency: { name: 'Currency', text: 'Pounds sterling (GBP)' },
  vat: { name: 'VAT', text: 'Not included in prices; charged at the UK rate' },
  refunds: { name: 'Refunds', text: 'None, except under UK consumer law' },
  validity: { name: 'Quoted prices hold for', text: '{days} from the day you ask' },
  minimum: { name: 'Minimum order', text: '{tonnes}' },
  payment: { name: 'Payment' },
  orders: { name: 'Purchase orders' },
  invoices: { name: 'E-invoices' },
  serials: { name: 'Serial numbers', text: 'Within {days} of payment' },
  volume: { name: 'Larger volumes' },
  contract: { name: 'Contract', link: 'Sample contract' },
} as const;
