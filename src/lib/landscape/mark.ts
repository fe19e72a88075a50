export const markPaths = { rings: ['M16 2a14 14 0 1 0 .1 0z'], centre: 'M16 12a4 4 0 1 0 .1 0z' };
