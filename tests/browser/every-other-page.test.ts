import { otherPages, sweepPages } from '#tests/support/page-sweep.ts';

sweepPages(otherPages);
