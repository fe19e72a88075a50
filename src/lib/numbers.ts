const count = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });

/** `12400` as `12,400`, whatever the visitor's own locale. */
export function formatCount(value: number): string {
  return count.format(value);
}

const percent = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 });

/** A share from 0 to 1 as `20%`, with a decimal where it has one. */
export function formatShare(share: number): string {
  return percent.format(share);
}

/** `1 finding`, `1,240 findings`: a number with what is counted, whose plural ends in s. */
export function counted(total: number, noun: string): string {
  return `${formatCount(total)} ${noun}${total === 1 ? '' : 's'}`;
}

/** `1 project`, `1,240 projects`. */
export function projectCount(total: number): string {
  return counted(total, 'project');
}
