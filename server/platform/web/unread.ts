import type { ServerResponse } from 'node:http';
import { type Client, Shares } from './gate.ts';

/** The bytes of answers made for one client each that may wait to be read, of all answers together. While they are as many, nothing is made. */
const maxUnread = 48_000_000;

/** What waits to be read. */
export const unread = new Shares(maxUnread);

/** Counts the bytes of an answer as unread until they were sent, or their client went away. */
export function countUnread(client: Client, bytes: number, response: ServerResponse): void {
  if (response.destroyed) return;
  unread.add(client, bytes);
  response.once('close', () => unread.add(client, -bytes));
}
