import { storableText } from '#shared/schemas/storable-text.ts';
import { formatCount, formatDay } from '#verify/text.ts';

/**
 * What whoever sent a message is told: its reference, and of a quote the address of its page. Not whether a mail acknowledges it, which
 * would tell whether somebody else has written with that address.
 */
export type Receipt = { reference: string; url?: string; repeated?: Repeated };

/** What acknowledgements repeat of a message, on the page and by mail: the names of its fields, each with its text for people. */
export type Repeated = [TextField | FigureField | 'attachment', string][];

type TextField = 'organisation' | 'sector' | 'purchaseOrder' | 'deliverBy' | 'timeframe' | 'message';
type FigureField = 'tonnes' | 'volume';
type Fields = Partial<Record<TextField, string | null> & Record<FigureField, number | string | null>>;

/** Returns what is repeated of a message: three lines or 300 characters of its text. `deliverBy`: as 2026-12-07; `volume`: tCO2e a year. */
export function repeatedOf(fields: Fields, fileNames: readonly string[]): Repeated {
  const { organisation, sector, purchaseOrder, deliverBy, tonnes, volume, timeframe, message } = fields;
  const figure = (value: number | string | null | undefined) => (typeof value === 'number' ? formatCount(value) : (value ?? ''));
  const lines = (message ?? '').split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const beginning = storableText(lines.slice(0, 3).join('\n'), 300);
  const all: Repeated = [
    ['organisation', organisation ?? ''],
    ['sector', sector ?? ''],
    ['purchaseOrder', purchaseOrder ?? ''],
    ['deliverBy', deliverBy ? formatDay(deliverBy) : ''],
    ['tonnes', figure(tonnes)],
    ['volume', figure(volume)],
    ['timeframe', timeframe ?? ''],
    ['message', beginning.length < lines.join('\n').length ? `${beginning} …` : beginning],
    ['attachment', fileNames.join(', ')],
  ];
  return all.filter(([, text]) => text !== '');
}
