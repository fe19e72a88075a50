import type { HttpBindings } from '@hono/node-server';
import { parseAccept } from 'hono/utils/accept';

/** What the Hono app knows of a request: what came with it (`Bindings`), and what was found out on the way (`Variables`). */
export type AppEnv = {
  Bindings: Partial<HttpBindings> & {
    /** The site itself asks, for its cache or to answer another request: the response is made whole, and counts against no client. */
    isOwnRequest?: boolean;
    /** The response becomes part of another, which has its place in the gate already. */
    isInside?: boolean;
    /** The client has made too many requests to the API, and may make more after so many seconds. */
    overLimitSeconds?: number;
    /** When the request arrived (performance.now()). */
    askedAt?: number;
  };
  Variables: {
    /** What is declared of the address. Absent for the call of REST that a tool of MCP makes within the process. */
    address?: Address;
    /** The query as it was asked for; a redirect keeps all of it. */
    askedSearch: string;
    /** The text fields of a form whose body has already been consumed. */
    typed?: [name: string, value: string][];
  };
};

/** What the site knows of an address, or of a family of them, before anything is made (server/http/addresses.ts). */
export type Address = {
  /** Its name in metrics: `:name` is a part that varies. */
  pattern: string;
  /**
   * How long it may wait for the database: a `page`, which can be sent without it, and `data`, an answer of the API in JSON, briefly; a
   * `file`, which is whole or not sent, longer. `live`: briefly too, and made for each request anew, so that one never waits for another.
   */
  kind: 'page' | 'data' | 'file' | 'live';
  /** The parameters of its query that it reads; a name that ends in `*` is a prefix. Others never reach it. The API refuses them itself. */
  reads: readonly string[] | 'all';
  /** The room of the cache in which it is kept, if it is asked for without a query. */
  room: Room;
  /** The methods that it takes, as a value for `Allow`. */
  allows: string;
  /** The protocol in which it is called, if it belongs to the API. */
  api?: 'rest' | 'rpc' | 'mcp';
  /** The media type of a call's answer to a GET, if it is not JSON. */
  type?: 'text/csv' | undefined;
  /** Whether a POST only reads: it works something out, and stores nothing. */
  readsByPost?: boolean;
  /** The page of the form that posts there. */
  form?: string | undefined;
  /** The picture that other sites show with a link to the page; absent: that of most pages. */
  preview?: 'project' | 'blog' | 'standards' | 'enterprise' | undefined;
  /** Returns the one spelling of the part that varies; undefined for a text that is no such part. */
  spell?: (part: string) => string | undefined;
  /** Whether it is about one visitor, and so never cached, nor told to other pages: always, or only with a cookie or a receipt's key. */
  isPersonal?: true | 'with a cookie' | 'with a receipt';
  /** How long browsers may keep it without asking; absent: they ask each time. */
  lasts?: 'for good' | 'a day';
  /** Whether pages of other sites may show it, such as pictures, to which the API links, and previews of shared links. */
  isEmbeddable?: true;
  /** Whether a token in the address authorises a write, so that it may come from anywhere. */
  hasToken?: true | undefined;
  /** Whether search engines leave it out. */
  isUnlisted?: true;
  /** Whether the page loads the calendar of another site. */
  hasCalendar?: true;
  /** Whether each proxy asks for it every second. */
  isProbe?: true;
};

/** Finds what is declared of a path. */
export type AddressAt = (path: string) => Address;

/** `few`: there are only so many, whatever is asked for. `many`: more as the record grows. `varied`: as many as a client invents. */
export type Room = 'few' | 'many' | 'varied';

/** Checks whether a request with a method only reads. What reads by POST may come from any site, and waits for its turn, as a GET. */
export const onlyReads = (method: string, address: Address | undefined): boolean =>
  method === 'GET' || method === 'HEAD' || (method === 'POST' && address?.readsByPost === true);

/** Checks whether an Accept header allows `type`. The most specific matching range decides. */
export function isAcceptable(accept: string | undefined, type: string): boolean {
  if (!accept) return true;
  const ranges = new Map(parseAccept(accept).map((range) => [range.type.toLowerCase(), range.q]));
  const name = [type, `${type.split('/')[0]}/*`, '*/*', '*'].find((one) => ranges.has(one));
  return name !== undefined && Number(ranges.get(name)) > 0;
}
