/** The years of storage with which the third and the fourth band of the chart of prices begin. */
const bandsFrom = [40, 100] as const;

/** The words of the charts. Each `summary` is what a chart says to somebody who does not see it. */
export const charts = {
  retirements: {
    title: 'Retired in each month, tCO₂e',
    summary: '{units} tonnes of CO₂ equivalent are on the record as retired in the last {months} months.',
    basis:
      'A month is that of the day on which the registry retired the units, where it is stated; otherwise of the day on which Carma recorded it, in UTC.',
    table: 'These figures as a table',
    columns: { month: 'Month', certificates: 'Certificates', units: 'tCO₂e' },
  },
  prices: {
    title: 'Price of a credit, excl. VAT',
    summary: 'Between {lowest} and {highest} since {from}.',
    today: 'Today',
  },
  /** The catalogue as a picture. Each has a table of its projects. */
  pictures: {
    map: {
      title: '{where}: {projects}',
      /** In place of countries, where some are not stated or they are too many. */
      ...{ isles: 'British Isles', elsewhere: 'Elsewhere' },
      byCountry: 'With a country but no coordinates, in the middle of the country: {projects}.',
      missing: 'Not on the map, because no place is stated: {projects}.',
      none: 'None of these projects states its place.',
      more: 'All in {places}',
      caption: 'The projects on the map, from north to south',
      several: 'A number counts projects too close together to show one by one, and leads to their rows.',
    },
    prices: {
      title: 'Price of a credit, excl. VAT, by years of storage',
      strip: 'Years of storage: {years}',
      note: 'Marks above each other have nearly the same price. The scale is logarithmic: equal steps are equal multiples.',
      hollow: 'Outlines are sold out or not yet on sale: {projects}.',
      several: 'Where there are too many projects for a mark each, bars count them.',
      summary: '{projects} from {lowest} to {highest} a credit. The table below has the same figures.',
      missing: 'Not in the picture, because they have no price yet: {projects}.',
      none: 'None of these projects has a price yet.',
      caption: 'The projects in the picture, by years of storage and price',
      /** By years of storage. */
      bands: ['None', `Under ${bandsFrom[0]}`, `${bandsFrom[0]} to ${bandsFrom[1] - 1}`, `${bandsFrom[1]} or more`, 'Not stated'],
      bandsFrom,
      /** What a mark's shape and colour say, where there are more types than shapes. */
      key: 'Type of project',
      others: 'Other types',
    },
    columns: { projects: 'Projects', storage: 'Years of storage', price: 'Price, excl. VAT' },
    range: '{first} to {last}',
    rest: 'and {count} more.',
  },
} as const;
