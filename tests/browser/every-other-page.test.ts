import { it } from 'vitest';
import { otherPages, testSweep } from '#tests/support/page-sweep.ts';

it.each(otherPages)(
  '%s is light, keeps still, has what the specification names, fits every window, carries its styles and has no accessibility violations',
  testSweep(),
  120_000,
);
