import { site } from './site.ts';

/** Texts of the mail that forwards a message to the team. */
export const teamMail = {
  titles: {
    contact: 'Contact message',
    quote: 'Request for a quote',
    enquiry: 'Enterprise enquiry',
    brief: 'Procurement brief',
    rfp: 'Request for proposal',
  },
  subject: '{title} from {sender}',
  labels: {
    name: 'Name',
    email: 'Email',
    reference: 'Reference',
    page: 'The quote’s page',
    subject: 'About',
    project: 'Project',
    tonnes: 'Tonnes wanted',
    organisation: 'Organisation',
    purchaseOrder: 'Purchase order',
    deliverBy: 'Needed by',
    nearDay: 'Short notice',
    laterDelivery: 'Later delivery of pending credits',
    pricesValidUntil: 'Last day of these prices (London time)',
    sector: 'Sector',
    volume: 'Volume (tCO2e per year)',
    timeframe: 'Timeframe',
    received: 'Received',
    id: 'Message id',
  },
  laterDeliveryAccepted: 'accepted',
  message: 'They wrote:',
  noMessage: '(No message.)',
} as const;

/** Texts of the acknowledgement to the sender. */
export const acknowledgement = {
  message: {
    subject: 'We have received your message, {reference}',
    text: 'Thank you for your message to Carma. It has arrived, under the reference {reference}, and we’ll get back to you within 24 hours.',
  },
  quote: {
    subject: 'Your request for a quote, {reference}',
    text: `Thank you for asking Carma for a quote. We have received your request, reference {reference}, and we’ll get back to you within 24 hours.

These are the credits you asked about, at the catalogue’s prices, which hold until the end of {until}, London time. Nothing is reserved yet. If you send another request for the same tonnes, we answer the latest.

{lines}

One page shows these credits and what has become of them, up to the retirement certificate. Anyone who has its address can read it:
{page}`,
  },
  notYou:
    'If you didn’t write to us, somebody has entered your address by mistake. You needn’t do anything, and there’s nothing to unsubscribe from.',
} as const;

/** Texts of the table of credits in a request for a quote. */
export const quoteTable = {
  line: '{tonnes} t at {price} a credit: {cost}, excl. VAT',
  totals: { tonnes: 'Tonnes', subtotal: 'Subtotal, excl. VAT', vat: 'VAT at {percent}%', total: 'Total, incl. VAT' },
  units: { issued: 'issued', expected: 'pending', notStated: 'issuance not stated' },
  forecast: ', forecast by {day}',
  sample: ', an invented sample',
} as const;

/** Texts of the welcome to a subscriber. */
export const welcome = {
  subject: 'You are subscribed to Carma Insights',
  text: `This address was entered for Carma Insights, our newsletter: {blog}

If that wasn’t you, or you change your mind, you can unsubscribe in one click:
{unsubscribe}`,
} as const;

/** Texts of the question to whoever has left the newsletter and whose address is entered again. */
export const welcomeBack = {
  subject: 'Subscribe to Carma Insights again?',
  text: `This address was entered for Carma Insights, our newsletter, from which it was unsubscribed. We send it nothing unless you confirm:
{confirm}

If that wasn’t you, you needn’t do anything.`,
} as const;

/** The end of every mail to a visitor. {office}: where the company is registered, if it is stated. */
export const signature = `Carma. ${site.footer.numbers}\n{url}\n{contactEmail}\n{office}`;
