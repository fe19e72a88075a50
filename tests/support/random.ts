/** Returns a generator of numbers from 0 to 1 that is the same in each run (Park and Miller). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
