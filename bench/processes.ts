// What Linux tells about processes in /proc.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Returns the processor time (ms) of a process so far, in all its threads. */
export function cpuTime(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]));
  return threads.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6;
}

/** Returns the processor time (ms) of a process and its children so far, including those that have ended. */
export function cpuTimeOfFamily(pid: number): number {
  // The sixteenth and seventeenth field, in hundredths of a second on every Linux that Node is built for.
  const [user, system] = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ').slice(13, 15).map(Number) ?? [];
  return [pid, ...childrenOf(pid)].reduce((sum, each) => sum + cpuTime(each), 10 * ((user ?? 0) + (system ?? 0)));
}

/** Returns the memory (MB, a million bytes) that a process has in RAM, now and at its peak since the start or `forgetPeak`. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = read(`/proc/${pid}/status`);
  const megabytes = (name: string) => (Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) * 1024) / 1e6;
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}

/** Lets the peak of a process's memory begin anew. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

function childrenOf(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`).trim().split(' ').map(Number);
}

/** A process that ends meanwhile has no more to tell. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
