/** Texts of every page, around its own. */
export const site = {
  skip: 'Skip to content',
  header: { navigation: 'Main', shortlist: 'Shortlist', menu: 'Menu', close: 'Close' },
  footer: { navigation: 'Footer', numbers: 'Company number {companyNumber}. VAT number {vatNumber}.' },
  /** Of a page that is also a document. */
  version: 'Version of {day}.',
  /** The name of a page's list of its own parts. */
  contents: 'On this page',
  /** Below the company's own figures. */
  figures: 'Figures stated by Carma in 2025.',
  /** The band at the top of every page while the catalogue has sample projects: one line, also at 320 px. */
  samples: { label: 'Sample data', text: 'This site shows sample data: invented projects.' },
  /** Shown while the database cannot tell whether a page is current. {time}: when it last was. */
  lastKnown: 'Figures as of {time}. We can’t check at the moment whether they’ve changed.',
  /** Below the sentence that a list could not be loaded, above an earlier one. */
  lastKnownList: 'This is the list of {time}.',
  /** {clock}: 14:05. */
  lastKnownTime: '{clock} UTC on {day}',
} as const;
