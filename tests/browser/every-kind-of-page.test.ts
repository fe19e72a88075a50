import { pageOfEachKind, sweepPages } from '#tests/support/page-sweep.ts';

sweepPages(pageOfEachKind);
