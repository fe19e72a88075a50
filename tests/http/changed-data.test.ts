// What changes the data that others read, or needs a site that nobody else asks: one after another on one site of their own. Each imported
// file is a suite, and finds the sample catalogue as the suites before it leave it; the last adds thousands of projects.
import '#tests/http/changed/api-contract.ts';
import '#tests/http/changed/catalogue.ts';
import '#tests/http/changed/hostile-input.ts';
