import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isNamedProcessRunning, nameOfProcess } from './processes.ts';

/*
 * A ticket is an empty file in a folder, whose name says when it was drawn and by which process. A ticket of a process
 * that no longer runs counts for nothing, so a `kill -9` leaves no lock behind and no stale file has to be taken over,
 * which is where lock files usually race.
 */

export type Ticket = { drop: () => Promise<void> };

/** Puts a ticket of this process into a folder, which is made if need be. */
export async function drawTicket(folder: string): Promise<Ticket> {
  const { drop } = await draw(folder);
  return { drop };
}

/** The tickets of running processes, oldest first. Those of dead ones are removed. */
export async function livingTickets(folder: string): Promise<string[]> {
  const living: string[] = [];
  for (const name of (await readdir(folder).catch(() => [])).sort()) {
    if (isNamedProcessRunning(owner(name))) living.push(name);
    else await rm(path.join(folder, name), { force: true });
  }
  return living;
}

/**
 * Runs `work` while no other process, nor another call in this one, does so for the same folder.
 * @param limit ms to wait for the others.
 * @throws Error that names the process that holds the lock, once the limit has passed; and whatever `work` throws.
 */
export async function withLock<T>(folder: string, limit: number, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + limit;
  const ticket = await queue(folder, deadline);
  try {
    return await work();
  } finally {
    await ticket.drop();
  }
}

/**
 * The oldest ticket has the lock. A clock may stand still or go back, so that a new ticket can sort before one whose
 * owner has already looked and gone in: who sees a later ticket at the first look therefore draws again. Two owners
 * cannot both be in: the later of the two looks came after both tickets were there.
 */
async function queue(folder: string, deadline: number): Promise<Ticket> {
  for (;;) {
    const ticket = await draw(folder);
    for (let first = true; ; first = false) {
      const others = (await livingTickets(folder)).filter((name) => name !== ticket.name);
      const drawnTooEarly = first && others.some((name) => name > ticket.name);
      if (!drawnTooEarly && !others.some((name) => name < ticket.name)) return ticket;
      if (Date.now() > deadline) {
        await ticket.drop();
        throw tooLong(folder, others[0]);
      }
      await pause();
      if (drawnTooEarly) break;
    }
    await ticket.drop();
  }
}

function tooLong(folder: string, holder = ''): Error {
  const [pid] = owner(holder).split('.');
  return new Error(`Process ${pid} has held the lock ${folder} for too long. If it hangs, stop it (kill ${pid}) and start again.`);
}

async function draw(folder: string): Promise<Ticket & { name: string }> {
  await mkdir(folder, { recursive: true });
  const name = `${String(Date.now()).padStart(15, '0')}-${nameOfProcess()}-${randomBytes(4).toString('hex')}`;
  const file = path.join(folder, name);
  await writeFile(file, '', { flag: 'wx' });
  return { name, drop: () => rm(file, { force: true }) };
}

function owner(name: string): string {
  return name.split('-')[1] ?? '';
}

function pause(): Promise<void> {
  return sleep(20 + Math.random() * 30);
}
