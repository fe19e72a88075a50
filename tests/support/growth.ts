/** How much larger the large input is than the small one. */
const factor = 16;
/** Between the growth of linear time, up to three times 16 where memory is short, and the 256 of quadratic time. */
export const linear = 6 * factor;

/**
 * Returns how many times as long a function takes for an input 16 times as large: about 16 if its time is linear, 256 if it is
 * quadratic. Unlike a limit in milliseconds, this hardly depends on the machine and on what else it is doing.
 * @param runWith prepares an input of that size, and returns what is measured.
 */
export function growth(runWith: (size: number) => () => unknown, size: number): number {
  const [small, large] = [runWith(size), runWith(factor * size)];
  // The first call compiles the code.
  small();
  return processorTime(large) / processorTime(small);
}

/** Returns the processor time (µs) that a call takes in this thread, on average over enough calls for a clock of 4 ms. */
function processorTime(run: () => unknown): number {
  const before = process.threadCpuUsage();
  for (let calls = 1; ; calls += 1) {
    run();
    const { user, system } = process.threadCpuUsage(before);
    if (user + system > 60_000) return (user + system) / calls;
  }
}
