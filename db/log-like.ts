/** What the database code needs of a log: pino fits, and so does anything with these three functions. */
export type LogLike = {
  info: (details: object, message: string) => void;
  warn: (details: object, message: string) => void;
  error: (details: object, message: string) => void;
};
