/** Formats `57.365` as `57.365° N` and `-3.5` as `3.500° S`. Three decimals are about 100 m on the ground. */
export function formatLatitude(degrees: number): string {
  return `${Math.abs(degrees).toFixed(3)}° ${degrees < 0 ? 'S' : 'N'}`;
}

/** Formats `-4.215` as `4.215° W`. */
export function formatLongitude(degrees: number): string {
  return `${Math.abs(degrees).toFixed(3)}° ${degrees < 0 ? 'W' : 'E'}`;
}
