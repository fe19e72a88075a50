/** The errors of a form that was refused. */
export const formErrors = {
  /** The heading of the summary above its fields. */
  heading: 'There is a problem',
  /** First in the title of the page for as long as the summary is shown. */
  title: 'Error: ',
} as const;
export type FormErrorTexts = typeof formErrors;
