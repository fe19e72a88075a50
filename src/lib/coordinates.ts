/** `57.365` as `57.365° N`, `-3.5` as `3.500° S`: three decimals, about 100 m on the ground. */
export function formatLatitude(degrees: number): string {
  return `${Math.abs(degrees).toFixed(3)}° ${degrees < 0 ? 'S' : 'N'}`;
}

/** `-4.215` as `4.215° W`. */
export function formatLongitude(degrees: number): string {
  return `${Math.abs(degrees).toFixed(3)}° ${degrees < 0 ? 'W' : 'E'}`;
}
