/** Why a message was refused, for its sender. */
export const refusals = {
  /** {time}: `5 minutes`. */
  tooManyMessages: 'Your network has sent us a lot of messages in this hour. Please try again in {time}.',
  keyReused: 'This Idempotency-Key was used for another message. Use a new key for a new message.',
  /** Of a line of a shortlist. {title}: its project; {credits}: `1 credit`. */
  lines: {
    sold_out: '{title} is sold out.',
    no_price: '{title} has no price yet.',
    not_yet_on_sale: '{title} is not yet on sale.',
    too_many: 'At most {credits} of {title} can be bought.',
    not_deliverable_by: {
      stated: '{title} is pending, and forecast by {delivery}, after the day you need it. Accept a later delivery, or change the day.',
      notStated: '{title} is pending, and the day of its delivery isn’t stated. Accept a later delivery, or leave the day out.',
    },
  },
  /** Of a line whose price is not the one that its sender was shown. */
  priceChanged: '{title} was {shown} per credit, and is now {now}.',
  pricesChanged:
    'Prices have changed since this page was shown. {changes} Nothing was sent: send the request again to ask at the new prices.',
  projectsGone: 'Not in the catalogue: {slugs}. Nothing was sent. Ask for a quote without them, or write to us about them.',
} as const;
