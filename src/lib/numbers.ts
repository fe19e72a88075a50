const count = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });

/** `12400` as `12,400`, whatever the visitor's own locale. */
export function formatCount(value: number): string {
  return count.format(value);
}

/** `1 project`, `1,240 projects`. */
export function projectCount(total: number): string {
  return `${formatCount(total)} ${total === 1 ? 'project' : 'projects'}`;
}
