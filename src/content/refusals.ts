/** Why a message was refused, for its sender. */
export const refusals = {
  /** {time}: `5 minutes`. */
  tooManyMessages: 'We have had a lot of messages in the last hour. Please try again in {time}.',
  keyReused: 'This Idempotency-Key was used for another message. Use a new key for a new message.',
  projectsGone: 'No longer in the catalogue: {slugs}. Go back to the shortlist and send the request without them.',
} as const;
