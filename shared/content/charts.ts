/** The words of the charts. Each `summary` is what a chart says to somebody who does not see it. */
export const charts = {
  retirements: {
    title: 'Retired in each month, tCO₂e',
    summary: '{units} tonnes of CO₂ equivalent were retired in the last {months} months.',
    table: 'These figures as a table',
    columns: { month: 'Month', certificates: 'Certificates', units: 'tCO₂e' },
  },
  prices: {
    title: 'Price of a credit, excl. VAT',
    summary: 'Between {lowest} and {highest} since {from}.',
    today: 'Today',
  },
} as const;
