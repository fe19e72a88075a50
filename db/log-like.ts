/** The part of a logger that the database code needs. Pino fits. */
export type LogLike = {
  info: (details: object, message: string) => void;
  warn: (details: object, message: string) => void;
  error: (details: object, message: string) => void;
};
