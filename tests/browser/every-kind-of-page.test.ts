import { it } from 'vitest';
import { pageOfEachKind, testSweep } from '#tests/support/page-sweep.ts';

it.each(pageOfEachKind)(
  '%s is light, keeps still, has what the specification names, fits every window, carries its styles and has no accessibility violations',
  testSweep(),
  120_000,
);
